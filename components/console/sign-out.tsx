"use client";

import { signOut } from "next-auth/react";
import { Button } from "@/components/ui/button";

/** Ends the session in this browser. */
export const endSession = () => void signOut({ callbackUrl: "/sign-in" });

export const SignOutButton = () => (
  <Button variant="secondary" onClick={endSession}>
    Sign out
  </Button>
);
