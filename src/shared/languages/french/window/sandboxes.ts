import { s } from '../messages/counting'
import type { LaterStrings } from '../../english/later-window'

/** The words of the sandboxes of a fleet. */
export const sandboxes: LaterStrings['sandboxes'] = {
  states: {
    looking: 'recherche de ses bacs à sable',
    found: (count) =>
      count === 0 ? 'aucun bac à sable' : count === 1 ? '1 bac à sable' : `${String(count)} bacs à sable`,
    others: (count) => (count === 1 ? '1 non montré' : `${String(count)} non montrés`),
    away: 'non atteinte',
    trouble: 'impossible de dire à la grappe qu’un bac à sable est utilisé',
  },
  settings: {
    title: 'Où, et à partir de quoi',
    titleOf: (fleet) => `Où, et à partir de quoi : ${fleet}`,
    means:
      'Comme dans config.toml ; le contexte est l’un de ceux de la kubeconfig. Les bacs à sable existants restent où ils sont ; une fenêtre avec un autre lieu ne les montre plus.',
    context: 'Contexte',
    namespace: 'Espace de noms',
    template: 'Modèle',
    ready_seconds: 'Secondes jusqu’à ce que l’un soit prêt',
    idle_minutes: 'Minutes sans personne, avant que la grappe en retire un',
    save: 'Enregistrer',
    canBeMade: (version) => `Le modèle est là (${version}).`,
    pool: (pool, ready) =>
      `${String(ready)} du warm pool ${pool} ${ready === 1 ? 'est prêt' : 'sont prêts'}.`,
    left: {
      title: 'Ses bacs à sable',
      asking: 'Question à la grappe et à chacun …',
      none: 'Aucun bac à sable de cette machine.',
      uses: {
        connected: 'utilisé : quelqu’un y est connecté',
        working: 'utilisé : quelque chose y tourne ou attend',
        left: 'restant',
        'not-ready': 'pas prêt, et personne ne l’attend',
        unknown: 'son moteur ne peut pas dire si quelque chose y tourne',
      },
      remove: 'Supprimer',
      removeOf: (sandbox) => `Supprimer : ${sandbox}`,
      removeAll: (count) => `Supprimer les ${String(count)} restants`,
      ask: (count) =>
        count === 1 ? 'Supprimer ce bac à sable ?' : `Supprimer ${String(count)} bacs à sable ?`,
      lost: 'Ce qui y a été modifié sans être rapporté disparaît avec lui, et ses sessions. Un bac à sable utilisé d’ici là reste.',
      came: (deleted, stays) =>
        `${String(deleted)} supprimé${s(deleted)}.${stays === 0 ? '' : ` ${String(stays)} utilisé${s(stays)} entre-temps, et resté${s(stays)}.`}`,
    },
  },
  lookAgainOf: (name) => `Rechercher à nouveau ses bacs à sable : ${name}`,
  inNew: (fleet) => `${fleet} : nouveau bac à sable`,
  work: 'Travail',
  works: { clone: 'Cloner', send: 'Envoyer un dossier' },
  from: 'Adresse ou dépôt distant',
  fromHint: 'https://… ou origin',
  branch: 'Branche',
  folder: 'Dossier ici',
  says: {
    clone: (folder) =>
      folder === ''
        ? 'Cloné dans la grappe, avec son réseau et ses identifiants.'
        : `Cloné dans la grappe, avec son réseau et ses identifiants. Le nom d’un dépôt distant est l’un de ceux de ${folder}.`,
    send: 'Envoyé sans .git, sans ce que les fichiers .gitignore écartent, et sans liens symboliques.',
    message: 'Ce qui est écrit plus haut y est le premier message.',
  },
  making: 'Bacs à sable en préparation',
  steps: {
    asked: 'Demande à la grappe',
    waiting: 'Attente d’un bac à sable',
    ready: 'Le bac à sable est prêt',
    cloning: 'Clonage là-bas',
    sending: 'Envoi du dossier',
    connecting: 'Démarrage du moteur là-bas',
    cancelled: 'Suppression de ce qui a été fait',
  },
  sent: (size) => `${size} envoyés`,
  cancel: 'Annuler',
  cancelOf: (work) => `Annuler : ${work}`,
  failed: (fleet) => `Aucune session n’a commencé sur ${fleet} :`,
  cancelled: (fleet) => `Annulé : aucune session n’a commencé sur ${fleet}.`,
  kept: (sandbox) =>
    `Le travail est dans ${sandbox}, qui reste : y commencer une session, ou le supprimer avec « countersign hosts clean ».`,
  left: 'Ce qui a été fait y est peut-être encore :',
  refused: {
    address: 'Attendu : https://, ssh://, git:// ou user@host:path, sans mot de passe : il y serait écrit.',
    remote:
      'Le dépôt du dossier plus haut n’a pas de dépôt distant de ce nom. Attendu : l’un d’eux, ou une adresse.',
    branch: 'Attendu : le nom d’une branche.',
  },
  said: 'Paroles de la grappe. Personne ne les a vérifiées.',
  end: {
    title: (sandbox, deletes) => `${deletes ? 'Supprimer' : 'Archiver'} la dernière session de ${sandbox} ?`,
    text: 'Aucune autre session n’est dans ce bac à sable. S’il est supprimé, ce qui y a été modifié et n’a pas été rapporté est perdu, et ses sessions avec.',
    looking: 'Le bac à sable est interrogé sur ce qui y a été modifié…',
    changed: (files, pulled) =>
      `${files === 1 ? '1 fichier y a été modifié' : `${String(files)} fichiers y ont été modifiés`} ${pulled ? 'depuis le dernier rapatriement' : 'depuis le début, et rien n’a été rapporté'}.`,
    same: (pulled) =>
      pulled
        ? 'Rien n’y a été modifié depuis le dernier rapatriement.'
        : 'Rien n’y a été modifié depuis le début.',
    elsewhere: 'Il y a aussi du travail sur d’autres branches ou mis de côté.',
    unknown: 'Impossible de savoir si quelque chose y a été modifié :',
    unasked: 'Son moteur ne peut pas dire si quelque chose y tourne.',
    toldBy: 'C’est le bac à sable qui le dit.',
    keep: 'Archiver, garder le bac à sable',
    keepAfterDelete: 'Supprimer la session, garder le bac à sable',
    remove: 'Supprimer le bac à sable',
    removing: 'Suppression…',
    stays: {
      connected: 'Il n’a pas été supprimé : quelqu’un d’autre y est connecté.',
      working: 'Il n’a pas été supprimé : quelque chose y tourne ou attend.',
      unknown: 'Il n’a pas été supprimé : son moteur ne peut pas dire si quelque chose y tourne.',
      sessions: 'Il n’a pas été supprimé : une autre session s’y trouve.',
      other: 'Il n’a pas été supprimé.',
    },
    failed: 'Il n’a pas été supprimé :',
  },
}
