import { FaultError } from '@shared/domain/fault'

/** A picture that goes with the next message: a data URL, and what the person sees of it. */
export interface Picture {
  readonly url: string
  readonly name: string
}

/** The pictures that models take, by their first bytes: a name says nothing about a file. */
const kinds: readonly (readonly [mime: string, test: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
]

/** Reads a picture of at most `maxBytes`. Throws FaultError `bad-request` for a larger file and for all that is none. */
export async function readPicture(file: File, maxBytes: number): Promise<Picture> {
  const name = file.name === '' ? 'picture' : file.name
  if (file.size > maxBytes) throw bad(`${name} is larger than ${(maxBytes / 1_000_000).toFixed(1)} MB.`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const text = Array.from({ length: Math.ceil(bytes.length / 8192) }, (_, piece) =>
    String.fromCharCode(...bytes.subarray(piece * 8192, (piece + 1) * 8192)),
  ).join('')
  const kind = kinds.find(([, test]) => test.test(text.slice(0, 16)))
  if (!kind) throw bad(`${name} is no PNG, JPEG, GIF or WebP picture.`)
  return { url: `data:${kind[0]};base64,${btoa(text)}`, name }
}

function bad(message: string): FaultError {
  return new FaultError({ code: 'bad-request', message })
}
