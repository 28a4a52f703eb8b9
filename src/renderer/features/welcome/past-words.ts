import { replay as english } from '@shared/languages/english/messages/replay'
import type { ReplayWords } from '@shared/messages/replay'
import { messages } from '@shared/messages/spoken'

/** The words of a look back in the language of the window. */
export const pastWords = (): ReplayWords => messages().replay ?? english
