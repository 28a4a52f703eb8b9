/** Milliseconds that a Date can be of, on either side of 1970. */
const most = 8.64e15

/** A time in ISO 8601, in UTC; of one that no Date can be, such as a file or a host may have, the last that can. */
export const isoTime = (ms: number): string => new Date(Math.max(-most, Math.min(most, ms))).toISOString()
