import type { Provider } from '../contract.ts'

/** A user offered on the demo's sign-in page. */
export type DemoPerson = {
  readonly email: string
  readonly name: string
  readonly about: string
  readonly school: string
}

const titles: Record<Provider, string> = { google: 'Google', microsoft: 'Microsoft' }

/** Renders the page on which a visitor of the demo chooses a user. It posts to its own URL and needs no script. */
export function renderUserPicker(provider: Provider, people: readonly DemoPerson[]): string {
  const schools = [...new Set(people.map(({ school }) => school))]
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Demo sign-in</title><style>${style}</style></head><body><main>
<h1>Who would you like to be?</h1>
<p>This stands in for ${titles[provider]} in the demo. No password needed. It goes away once a real provider is set up.</p>
<form method="post">
${schools
  .map(
    (school) =>
      `<h2>${escapeHtml(school)}</h2><ul>${people
        .filter((person) => person.school === school)
        .map(choice)
        .join('')}</ul>`,
  )
  .join('')}
</form>
<form method="post"><h2>Someone else</h2><label for="email">School email</label>
<p class="row"><input id="email" name="email" type="email" required placeholder="you@northfield.example" autocomplete="off"><button class="primary">Continue</button></p>
</form>
<form method="post"><button class="quiet" name="email" value="cancel">Cancel</button></form>
</main></body></html>`
}

const choice = ({ email, name, about }: DemoPerson) =>
  `<li><button name="email" value="${escapeHtml(email)}"><b>${escapeHtml(name)}</b><span>${escapeHtml(about)}</span><small>${escapeHtml(email)}</small></button></li>`

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif;
  --paper: light-dark(#faf9f4, #0d1411); --surface: light-dark(#fff, #161f1b); --line: light-dark(#e2e0d8, #2d3933);
  --ink: light-dark(#1b2420, #eceae3); --soft: light-dark(#56605a, #a8afa6); --brand: light-dark(#10633f, #6bd69b); --on: light-dark(#fff, #0d1411) }
* { box-sizing: border-box } body { margin: 0; background: var(--paper); color: var(--ink) }
main { max-width: 560px; margin: 0 auto; padding: 32px 16px 48px } h1 { font-size: 26px; margin: 0 0 4px } h2 { font-size: 15px; margin: 24px 0 8px }
p { color: var(--soft); margin: 0 } ul { list-style: none; padding: 0; margin: 0; display: grid; gap: 8px }
button { font: inherit; color: inherit; cursor: pointer; border-radius: 12px; min-height: 44px }
li button { width: 100%; text-align: left; display: grid; grid-template-columns: 1fr auto; gap: 0 12px; padding: 10px 14px; background: var(--surface); border: 1px solid var(--line) }
li span, li small { color: var(--soft) } li span { grid-column: 1 / -1; grid-row: 2 } li small { overflow-wrap: anywhere }
@media (max-width: 460px) { li button { grid-template-columns: 1fr } }
li button:hover { border-color: var(--brand) } :focus-visible { outline: 2px solid var(--brand); outline-offset: 2px }
label { color: var(--soft); display: block; margin-bottom: 4px } .row { display: flex; gap: 8px }
input { flex: 1; min-width: 0; font: inherit; color: inherit; padding: 0 14px; min-height: 44px; border-radius: 12px; border: 1px solid var(--line); background: var(--surface) }
.primary { background: var(--brand); color: var(--on); border: 0; padding: 0 18px; font-weight: 600 } .quiet { background: none; border: 0; padding: 0; margin-top: 16px; color: var(--soft); text-decoration: underline }`
