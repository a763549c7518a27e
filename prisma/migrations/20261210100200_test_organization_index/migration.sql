CREATE UNIQUE INDEX CONCURRENTLY "organizations_test_of_id_key" ON "organizations"("test_of_id");
