-- Font, seal, logo and details of certificates, apart from the choices that servers of the version before know.
ALTER TABLE "certificate_designs" ADD COLUMN "options" JSONB;
