-- Run by the first start of compose.yaml: the database in which Inngest stores its runs.
CREATE DATABASE inngest;
