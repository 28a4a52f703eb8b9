/** Another's words on one line, in which nothing looks like the end of quotation marks of ours. */
export const withinQuotes = (text: string): string =>
  text.replaceAll(/[“”„‟"«»]/g, "'").replaceAll(/\s+/g, ' ')
