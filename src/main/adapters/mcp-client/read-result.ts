import { z } from 'zod'
import type { McpImage, McpResult, McpSound } from '@shared/domain/mcp-result'
import { hasTooManyPixels, pictureOf } from '@shared/domain/picture-head'

const maxImages = 8
const maxSounds = 4
/** In characters of base64; about four megabytes of picture or sound. */
const maxMedia = 6 * 1024 * 1024
const maxText = 1024 * 1024

const Resource = z.looseObject({
  uri: z.string(),
  mimeType: z.string().optional(),
  text: z.string().optional(),
  blob: z.string().optional(),
})
const Part = z.union([
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({ type: z.literal('image'), data: z.string(), mimeType: z.string() }),
  z.looseObject({ type: z.literal('audio'), data: z.string(), mimeType: z.string() }),
  z.looseObject({ type: z.literal('resource'), resource: Resource }),
  z.looseObject({ type: z.literal('resource_link'), uri: z.string(), name: z.string().optional() }),
])
const CallResult = z.looseObject({
  content: z.array(z.unknown()).default([]),
  // It came as JSON: looked at value by value, 16 MB of it would hold everything up for long.
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional(),
})

const bytesOf = (base64: string): number => Math.floor((base64.length * 3) / 4)
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 300)
const notShown = (what: string, mimeType: string | undefined, data: string): string =>
  `[${what}${mimeType === undefined ? '' : `, ${oneLine(mimeType)}`}, ${String(bytesOf(data))} bytes: not passed on]`

const picture = /^image\/(png|jpeg|webp|gif)$/
const sound = /^audio\/(wav|wave|x-wav|mpeg|mp3|ogg|webm|aac|flac|x-flac|mp4|x-m4a)$/

interface Read {
  readonly text?: string
  readonly image?: McpImage
  readonly sound?: McpSound
}

/** Text, a picture or a sound of one part of a result. */
function readPart(part: unknown): Read {
  const read = Part.safeParse(part)
  if (!read.success) return { text: '[a part of a kind that is not known: not passed on]' }
  const { data } = read
  switch (data.type) {
    case 'text':
      return { text: data.text }
    case 'image':
      return asMedia('a picture', data.mimeType, data.data)
    case 'audio':
      return asMedia('audio', data.mimeType, data.data)
    case 'resource': {
      const { uri, mimeType, text, blob } = data.resource
      if (text !== undefined) return { text: `Resource ${oneLine(uri)}:\n${text}` }
      return blob === undefined
        ? { text: `Resource ${oneLine(uri)}` }
        : asMedia(`resource ${oneLine(uri)}`, mimeType, blob)
    }
    case 'resource_link':
      return {
        text: `Resource ${oneLine(data.uri)}${data.name === undefined ? '' : ` (${oneLine(data.name)})`}`,
      }
  }
}

/** A picture goes to the model as well; of a sound it is told that there is one. */
function asMedia(what: string, mimeType: string | undefined, data: string): Read {
  if (mimeType === undefined || data.length > maxMedia || !/^[A-Za-z0-9+/=\s]*$/.test(data))
    return { text: notShown(what, mimeType, data) }
  const media = { mimeType, data: data.replaceAll(/\s+/g, '') }
  if (picture.test(mimeType)) {
    // What it is called does not say what it is; servers of models refuse every request with one that is none.
    const found = pictureOf(Buffer.from(media.data, 'base64'))
    return found?.size && !hasTooManyPixels(found.size)
      ? { image: { ...media, mimeType: found.mime } }
      : { text: notShown(what, mimeType, data) }
  }
  if (!sound.test(mimeType)) return { text: notShown(what, mimeType, data) }
  return {
    text: `[${what}, ${mimeType}, ${String(bytesOf(media.data))} bytes: played to the person, not to you]`,
    sound: media,
  }
}

function textOf(structured: unknown): string {
  try {
    return JSON.stringify(structured)
  } catch {
    return '[structured content that is too deep: not passed on]'
  }
}

/**
 * A server's answer as the agent and the window get it: texts joined, pictures and sounds apart, a line for what is passed on to neither.
 * Undefined where it is no answer to a call. Structured content stands for the text where there is none.
 */
export function readResult(answer: unknown, durationMs: number): McpResult | undefined {
  const read = CallResult.safeParse(answer)
  if (!read.success) return undefined
  const { content, structuredContent, isError = false } = read.data
  const parts = content.slice(0, 1000).map(readPart)
  const found = parts.flatMap(({ image }) => (image ? [image] : []))
  const sounds = parts.flatMap((part) => (part.sound ? [part.sound] : []))
  const texts = parts.flatMap(({ text }) => (text === undefined ? [] : [text]))
  if (texts.length === 0 && structuredContent !== undefined) texts.push(textOf(structuredContent))
  if (found.length > maxImages)
    texts.push(`[${String(found.length - maxImages)} more pictures: not passed on]`)
  if (sounds.length > maxSounds)
    texts.push(`[only the first ${String(maxSounds)} of ${String(sounds.length)} sounds are played]`)
  return {
    kind: 'answered',
    failed: isError,
    text: texts.join('\n').slice(0, maxText).toWellFormed(),
    images: found.slice(0, maxImages),
    ...(sounds.length > 0 && { sounds: sounds.slice(0, maxSounds) }),
    durationMs,
  }
}
