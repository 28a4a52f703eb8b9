import { FaultError } from '@shared/domain/fault'
import type { ImageFiles, LoadedImage } from '../ports/read-files'
import { UserImage, type UserInput } from '@shared/domain/user-input'

/** A turn's message as the model gets it (`images` are addresses) and as the record shows it (`labels`). */
export interface UserTurn {
  readonly text: string
  readonly images: readonly string[]
  readonly labels: readonly string[]
}

const mostImages = 20

/**
 * What a person said, ready to be sent: texts joined by lines, pictures in their order, files read now. Throws
 * FaultError `bad-request` for a picture that cannot be used, and for nothing at all.
 */
export async function readUserInput(
  input: string | readonly UserInput[],
  files: ImageFiles,
): Promise<UserTurn> {
  if (typeof input === 'string') return { text: input, images: [], labels: [] }
  const texts: string[] = []
  const pictures: LoadedImage[] = []
  for (const part of input.map(checked)) {
    switch (part.type) {
      case 'text':
        texts.push(part.text)
        break
      case 'image':
        pictures.push({ url: part.image_url, label: labelOf(part.image_url) })
        break
      case 'local_image':
        pictures.push(await files.read(part.path))
        break
    }
  }
  const text = texts.join('\n')
  if (text.trim() === '' && pictures.length === 0) throw bad('A message needs a text or a picture.')
  if (pictures.length > mostImages) throw bad(`A message takes at most ${String(mostImages)} pictures.`)
  return { text, images: pictures.map(({ url }) => url), labels: pictures.map(({ label }) => label) }
}

function checked(part: UserInput): UserInput {
  if (part.type === 'text' || UserImage.safeParse(part).success) return part
  throw bad(
    'A part of the message cannot be used; expected a text, or a picture as an https or data:image address.',
  )
}

function labelOf(url: string): string {
  if (url.startsWith('https:')) return new URL(url).host
  const [, kind = ''] = /^data:image\/(\w+)/.exec(url) ?? []
  return `${kind.toUpperCase()}, ${sizeInWords(Math.floor((url.length * 3) / 4))}`
}

/** Bytes as a person reads them. */
export function sizeInWords(bytes: number): string {
  return bytes < 1_000_000
    ? `${String(Math.max(1, Math.round(bytes / 1000)))} KB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`
}

const bad = (message: string): FaultError => new FaultError({ code: 'bad-request', message })
