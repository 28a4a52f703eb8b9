/** A picture as the protocol has it; what is no data URL is left out. */
export function pictureOf(url: string) {
  const [, mimeType, data] = /^data:(image\/[a-z0-9.+-]+);base64,(.*)$/s.exec(url) ?? []
  return mimeType === undefined || data === undefined ? [] : [{ type: 'image' as const, mimeType, data }]
}
