import { countingIn } from '../../../messages/counting'

/** How German counts. */
export const counting = countingIn('de-DE')
