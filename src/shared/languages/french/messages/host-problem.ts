import type { RareMessages } from '../../../messages/spoken'

/** Pourquoi le moteur d’un hôte ne peut être atteint. */
export const hostProblem: RareMessages['hostProblem'] = {
  ends: {
    exit: (code) => `la commande s’est terminée avec le code ${code}`,
    signal: (signal) => `la commande a été arrêtée par ${signal}`,
    'not-started': (program, code) => `la commande ${program} n’a pas pu être lancée (${code})`,
    ended: 'la commande s’est terminée',
    output: 'sa sortie est terminée',
    'cut-off': 'la ligne a été coupée',
  },
  early: (end) => `${end}, avant qu’un moteur ne réponde`,
  version: (there, expected) => `la version ${there} y tourne ; version attendue : ${expected}`,
  protocol: (version, protocol) => `${version} (protocole ${protocol})`,
  'no-answer': (seconds) => `aucun moteur n’a répondu en ${seconds} s`,
  late: (seconds) => `son moteur n’a pas répondu en ${seconds} s`,
  banner: (kilobytes) => `il dit plus de ${kilobytes} Ko et aucun moteur ne répond`,
  form: 'son moteur ne respecte pas la forme',
  broken: (what) => `il ne respecte pas la forme : ${what}`,
  brokenBy: {
    acknowledged: 'il accuse réception de ce qui n’a jamais été envoyé',
    missing: 'des messages manquent',
    message: 'un message a une autre forme',
    request: 'une demande a une autre forme',
    body: 'ce qu’il annonce a une autre forme',
    unasked: 'il répond à ce qui n’a pas été demandé',
    id: 'il nomme quelque chose comme aucun moteur ne le fait',
    sessions: 'il a plus de sessions qu’il ne peut y en avoir',
    waiting: 'il demande plus que ce qui peut être montré',
    changed: 'il demande autre chose qu’avant',
    answer: (channel) => `sa réponse à ${channel} a une autre forme`,
  },
  half: 'il s’est arrêté au milieu d’un message',
  'too-long': 'il a envoyé un message trop long',
  silent: 'il ne dit plus rien',
  'line-lost': 'la ligne a été perdue, et ce qu’est devenue la demande n’est pas connu',
  left: 'il a été quitté',
  stopped: 'cela a été arrêté',
  replaced: 'le moteur là-bas a été arrêté, avec ce qui y tournait',
  unanswered: 'sa question est restée sans réponse',
  'nobody-asked': 'il pose une question, et personne ne peut être interrogé ici',
  update: (host) =>
    `La même version est attendue sur les deux machines : countersign hosts install ${host} y met celle-ci.`,
  remedies: {
    'no-answer': 'La commande seule passe-t-elle, et attend-elle une réponse ?',
    early: 'Le moteur est attendu là-bas ; voir docs/hosts.md.',
    'nobody-asked':
      'Un terminal est attendu, ou la clé dans un agent (ssh-add) et un hôte connu : se connecter une fois dans un terminal.',
    replaced: 'Ce qui peut continuer y est enregistré : exec --resume ID.',
  },
}
