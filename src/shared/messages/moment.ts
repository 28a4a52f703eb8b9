/** A time in UTC to the minute. */
export const moment = (ms: number): string => new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
