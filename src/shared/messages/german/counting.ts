import { countingIn } from '../counting'

/** How German counts. */
export const counting = countingIn('de-DE')
