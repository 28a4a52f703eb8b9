/** What the agent is told of a patch of which a person took a part; '' where nothing was left out. Names are as the patch has them. */
export function leftOutText(names: readonly string[]): string {
  if (names.length === 0) return ''
  return `\nThe user took only a part of this patch. Left out, and unchanged: ${names.join(', ')}. Do not make these changes in another way; ask what is wanted instead.`
}
