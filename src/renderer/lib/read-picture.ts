/** A picture that goes with the next message: a data URL, and what the person sees of it. */
export interface Picture {
  readonly url: string
  readonly name: string
}

/** What a file came to. */
export type ReadPicture =
  | { readonly kind: 'picture'; readonly picture: Picture }
  /** No picture of a kind that models take, or one that could not be read. */
  | { readonly kind: 'none' | 'unread' }

/** The pictures that models take, by their first bytes: a name says nothing about a file. */
const kinds: readonly (readonly [mime: string, test: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
]

/** What a picture without a name of its own is called: one that was pasted. */
export const pictureName = ({ name }: File): string => (name === '' ? 'picture' : name)

/** Reads a whole file. Never rejects. */
export async function readPicture(file: File): Promise<ReadPicture> {
  const bytes = await file.arrayBuffer().then(
    (read) => new Uint8Array(read),
    () => undefined,
  )
  if (bytes === undefined) return { kind: 'unread' }
  const text = Array.from({ length: Math.ceil(bytes.length / 8192) }, (_, piece) =>
    String.fromCharCode(...bytes.subarray(piece * 8192, (piece + 1) * 8192)),
  ).join('')
  const kind = kinds.find(([, test]) => test.test(text.slice(0, 16)))
  if (!kind) return { kind: 'none' }
  return {
    kind: 'picture',
    picture: { url: `data:${kind[0]};base64,${btoa(text)}`, name: pictureName(file) },
  }
}

/** How many bytes a picture has. */
export const pictureBytes = ({ url }: Picture): number =>
  Math.floor(((url.length - url.indexOf(',') - 1) * 3) / 4)
