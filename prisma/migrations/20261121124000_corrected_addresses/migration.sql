-- The accept link is made of the id and of this moment, so that a corrected address ends the link of the mail before.
ALTER TABLE "issued_badges" ADD COLUMN "address_corrected_at" TIMESTAMPTZ(3);
