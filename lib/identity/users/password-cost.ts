/** OWASP's parameters of scrypt (N = 2^17, r = 8, p = 1): a hash takes 128 MiB and about a third of a second. */
export const SCRYPT_COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
