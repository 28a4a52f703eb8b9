import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares digests, so that neither the content nor the length of the secret shows in the time taken. */
export function sameText(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}
