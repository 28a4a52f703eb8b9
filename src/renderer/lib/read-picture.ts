import { hasTooManyPixels, pictureOf } from '@shared/domain/picture-head'

/** A picture that goes with the next message: a data URL, and what the person sees of it. */
export interface Picture {
  readonly url: string
  readonly name: string
}

/** What a file came to. */
export type ReadPicture =
  | { readonly kind: 'picture'; readonly picture: Picture }
  /** No picture of a kind that models take, one that could not be read, or whose drawing would take too much. */
  | { readonly kind: 'none' | 'unread' | 'pixels' }

/** What a picture without a name of its own is called: one that was pasted. */
export const pictureName = ({ name }: File): string => (name === '' ? 'picture' : name)

/** Reads a whole file. Never rejects. */
export async function readPicture(file: File): Promise<ReadPicture> {
  const bytes = await file.arrayBuffer().then(
    (read) => new Uint8Array(read),
    () => undefined,
  )
  if (bytes === undefined) return { kind: 'unread' }
  const head = pictureOf(bytes)
  if (!head) return { kind: 'none' }
  if (!head.size) return { kind: 'unread' }
  if (hasTooManyPixels(head.size)) return { kind: 'pixels' }
  const text = Array.from({ length: Math.ceil(bytes.length / 8192) }, (_, piece) =>
    String.fromCharCode(...bytes.subarray(piece * 8192, (piece + 1) * 8192)),
  ).join('')
  return {
    kind: 'picture',
    picture: { url: `data:${head.mime};base64,${btoa(text)}`, name: pictureName(file) },
  }
}

/** How many bytes a picture has. */
export const pictureBytes = ({ url }: Picture): number =>
  Math.floor(((url.length - url.indexOf(',') - 1) * 3) / 4)
