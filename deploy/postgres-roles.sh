#!/bin/sh
# Run once by the first start of compose.yaml, as PostgreSQL's superuser: a database for the service and one for Inngest. Each
# belongs to a role of its own, which is no superuser and cannot connect to the other.
set -eu

psql --username "$POSTGRES_USER" --dbname postgres --set ON_ERROR_STOP=1 \
  --set badges_password="$BADGES_PASSWORD" --set inngest_password="$INNGEST_PASSWORD" <<'SQL'
CREATE ROLE badges LOGIN PASSWORD :'badges_password';
CREATE DATABASE badges OWNER badges;
CREATE ROLE inngest LOGIN PASSWORD :'inngest_password';
CREATE DATABASE inngest OWNER inngest;
REVOKE ALL ON DATABASE badges, inngest, postgres FROM PUBLIC;
SQL
