import { countingIn } from '../counting'

/** How English counts. */
export const counting = countingIn('en-US')
