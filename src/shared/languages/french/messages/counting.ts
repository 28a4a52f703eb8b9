import { countingIn, endingOfMany } from '../../../messages/counting'

/** How French counts. */
export const counting = countingIn('fr-FR', ['Ko', 'Mo', 'Go', 'To'])

/** The ending of a word that agrees with what is counted. */
export const s = endingOfMany('s')
