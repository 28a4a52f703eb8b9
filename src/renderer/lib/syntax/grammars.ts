import dockerfile from 'highlight.js/lib/languages/dockerfile'
import powershell from 'highlight.js/lib/languages/powershell'
import { common, createLowlight } from 'lowlight'

/** The highlighter with its grammars: some 40 languages, in a file that is loaded when the first code is coloured. */
export const lowlight = createLowlight({ ...common, dockerfile, powershell })
