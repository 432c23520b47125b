/**
 * Schools are divided into buckets by the last byte of their id, which is random. A session token begins with the id of its
 * school, so a proxy can compute the bucket too, and send a bucket to the same server (deploy/haproxy.cfg). Servers
 * of two releases have to agree on it: never change it.
 */
export const bucketCount = 256

export const toBucket = (schoolId: string): number => Number.parseInt(schoolId.slice(-2), 16) % bucketCount || 0
