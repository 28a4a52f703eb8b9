/**
 * Markdown of others as HTML for a page of ours. Every character of it went through `escaped`, which makes a text one that is only text;
 * all tags are ours, nothing is loaded, and an address is led to only where it is one of the web or of mail, and stands beside its words.
 * Undefined for what is too long or too deep to be read so: whoever asked shows the source.
 */
export type ProseHtml = (markdown: string, escaped: (text: string) => string) => string | undefined
