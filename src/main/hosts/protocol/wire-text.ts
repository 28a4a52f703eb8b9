import type { WireDuration } from './tool-events'

const encoder = new TextEncoder()
/** Arguments that one call of String.fromCharCode may safely take. */
const slice = 8192

/** Text as base64 of its UTF-8 bytes, the wire's form of output chunks. */
export function base64(text: string): string {
  const bytes = encoder.encode(text)
  let binary = ''
  for (let at = 0; at < bytes.length; at += slice)
    binary += String.fromCharCode(...bytes.subarray(at, at + slice))
  return btoa(binary)
}

/** Milliseconds as the wire writes real time; a negative or missing measure counts as none. */
export function wireDuration(ms: number): WireDuration {
  const whole = Number.isFinite(ms) && ms > 0 ? ms : 0
  const secs = Math.floor(whole / 1000)
  return { secs, nanos: Math.min(Math.round((whole - secs * 1000) * 1e6), 999_999_999) }
}
