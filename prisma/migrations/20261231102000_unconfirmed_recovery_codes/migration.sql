-- New recovery codes work beside the earlier ones until the person confirms that they stored them.
ALTER TABLE "recovery_codes" ADD COLUMN "confirmed" BOOLEAN NOT NULL DEFAULT true;
