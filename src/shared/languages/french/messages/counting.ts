import { countingIn } from '../../../messages/counting'

/** How French counts. */
export const counting = countingIn('fr-FR', ['Ko', 'Mo', 'Go', 'To'])
