import { countingIn } from '../../../messages/counting'

/** How English counts. */
export const counting = countingIn('en-US')
