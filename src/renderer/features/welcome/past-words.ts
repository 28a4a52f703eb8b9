import { replay as english } from '@shared/messages/english/replay'
import { replay as german } from '@shared/messages/german/replay'
import type { ReplayWords } from '@shared/messages/replay'
import { strings } from '../../lib/strings'

/** The words of a look back in the language of the window. */
export const pastWords = (): ReplayWords => (strings.locale.startsWith('de') ? german : english)
