import { messages } from './spoken'

/** A `host:port` for a person, with what is said of it in brackets; the machine's own loopback is never left as a bare name. */
export const placeInWords = (target: string, more?: string): string => messages().machine.place(target, more)
