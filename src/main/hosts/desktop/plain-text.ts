import { oneLine } from '@shared/messages/one-line'

/**
 * Titles and effects hold file names, which are untrusted: one bounded line without control or direction characters, and on Linux nothing
 * that a notification daemon would take for markup.
 */
export function plainText(text: string, platform: NodeJS.Platform, most = 200): string {
  const line = oneLine(text, most)
  if (platform !== 'linux') return line
  return line.replaceAll('&', '＆').replaceAll('<', '‹').replaceAll('>', '›')
}

/** A text as the label of a menu's item, in which a single & would underline the next letter. */
export const menuLabel = (text: string): string => text.replaceAll('&', '&&')
