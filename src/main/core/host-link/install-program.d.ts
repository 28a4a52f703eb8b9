/** A program of the shell, as text. */
declare module '*.sh?raw' {
  const text: string
  export default text
}
