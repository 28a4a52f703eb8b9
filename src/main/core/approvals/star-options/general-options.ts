/** What nearly every program means by these: to say more or less, to colour it, to say what it is. */
export const generalOptions =
  '-v -vv -vvv -q -qq --verbose --quiet --silent --help --version --color=always|never|auto --colour=always|never|auto --color? --colour? --no-color --no-colour --json --progress --no-progress --dry-run'

/** What scripts of projects commonly have besides: to go on and look again. */
export const scriptOptions = '-w --watch'
