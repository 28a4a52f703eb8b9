import { countingIn } from '../../../messages/counting'
import { s } from '../messages/counting'
import type { LaterStrings } from '../../english/later-window'

const { number } = countingIn('fr-FR', ['Ko', 'Mo', 'Go', 'To'])

/** The words of what became of files since a yes was given on them. */
export const changedSince = {
  title: 'Modifié depuis l’autorisation',
  lead: 'Modifié depuis l’autorisation. Voici ce qui s’exécute maintenant :',
} as const satisfies LaterStrings['changedSince']

/** The words of a request's rehearsal. */
export const rehearsal = {
  title: 'Essai',
  running: 'Essai sur des copies, sans réseau…',
  asks: 'Un essai est possible.',
  notContained: 'Pas d’essai automatique.',
  because: {
    asks: 'Un essai est possible : sur des copies, sans réseau.',
    'not-contained':
      'Pas d’essai automatique : tout n’en resterait pas sûrement sans suite, ou des secrets apparaîtraient.',
  },
  begin: 'Lancer l’essai',
  done: 'Essai sans réseau',
  exit: (code: number) => `code ${String(code)}`,
  nothing: 'Rien n’a été modifié.',
  unavailable: (reason: string) => `Aucun essai possible : ${reason}.`,
  refused: (reason: string) => `Essai non terminé : ${reason}.`,
  timedOut: 'Essai non terminé',
  changes: 'Ce qui changerait',
  ofRehearsal: 'Ce que la commande modifierait',
  more: (n: number) => `Afficher les ${number(n)} modifications`,
  uncounted: (n: number) =>
    n === 1 ? '1 autre est comptée et non énumérée.' : `${number(n)} autres sont comptées et non énumérées.`,
  limits: 'Ce qu’il ne montre pas',
  moreLimits: (n: number) => `${number(n)} de plus`,
  output: 'Sortie',
  apply: (taken: number, total: number) =>
    taken === total
      ? total === 1
        ? 'Appliquer la modification'
        : 'Appliquer les modifications'
      : `Appliquer ${number(taken)} sur ${number(total)}`,
  runForReal: 'Exécuter pour de vrai',
  applyGives: (taken: number, total: number) =>
    taken === total
      ? 'Un oui applique exactement ceci.'
      : `Applique ${number(taken)} modification${s(taken)} sur ${number(total)} ; l’agent apprend ce qui est laissé de côté. Rien ne s’exécute de nouveau.`,
  showKeys: (keys: string) => `Entrée et Espace ne font rien ici. ${keys} applique ce qui est montré.`,
  further: (n: number) => (n === 1 ? '1 autre modification' : `${number(n)} autres modifications`),
  fewer: 'En afficher moins',
  each: 'Afficher une à une',
  withFolder: 'Laissé de côté avec son dossier',
  appliedAttempt: 'Pas exécuté de nouveau : ce que montrait l’essai est appliqué.',
  appliedPrinted: 'Voici ce qu’il affichait.',
  answeredApply: 'Appliqué',
  closedApply: 'Ce que montrait l’essai est appliqué.',
  contents: {
    binary: 'Un fichier binaire : ses octets ne sont pas montrés.',
    secret: 'Peut contenir des clés ou des mots de passe : nommé, jamais montré.',
    outside: 'Hors des dossiers de cette session : le contenu n’est pas montré.',
    large: 'Trop long pour être montré ici.',
    none: 'Il n’y a pas de lignes à montrer.',
  },
} as const satisfies LaterStrings['rehearsal']
