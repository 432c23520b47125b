import { type ReactNode, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { urlFor } from '../../../shared/web/api.ts'
import { site } from '../../../shared/web/site.ts'
import { buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { Logo } from '../../../shared/web/ui/Logo.tsx'
import { SchoolList } from '../../schools/web/SchoolList.tsx'
import { sessionApi } from '../contract.gen.ts'
import { GoogleMark, MicrosoftMark } from './marks.tsx'
import { keepRequestedPage } from './requested-page.ts'

const problems: Record<string, string> = {
  oauth_failed: 'Authentication failed, school possibly unsupported, try again or contact support',
  oauth_cancelled: 'Authentication was cancelled. Please try again.',
  no_code: 'Authentication error. Please try again.',
}
const otherProblem = 'An error occurred during sign in. Please try again.'

/** In-app browsers, in which Google and Microsoft refuse sign-in. */
const inApp =
  /FBAN|FBAV|FB_IAB|Instagram|Snapchat|TikTok|musical_ly|BytedanceWebview|Line\/|LinkedInApp|MicroMessenger|Pinterest|Twitter/i

/** The authentication page at /login, /register and /auth. */
export default function LoginPage() {
  const [search] = useSearchParams()
  const [showSchools, setShowSchools] = useState(false)
  const [isShared, setIsShared] = useState(false)
  const error = search.get('error')
  const isInApp = inApp.test(navigator.userAgent)
  return (
    <main className="mx-auto grid min-h-dvh max-w-[660px] content-center gap-10 px-5 py-10 desk:max-w-5xl desk:grid-cols-[1fr_26rem] desk:gap-20">
      <section className="self-center">
        <div className="flex items-end justify-between">
          <p className="flex items-center gap-3 font-display text-title font-bold tracking-tight">
            <Logo size={36} />
            {site.productName}
          </p>
          <LawnIllustration className="w-28 desk:hidden" />
        </div>
        <h1 className="mt-6 text-[clamp(1.875rem,9.6vw,2.25rem)] leading-[1.08] desk:text-[3rem]">
          Your campus. No one else’s.
        </h1>
        <p className="mt-4 max-w-md text-body text-soft">
          Welcome to {site.productName}, your school’s social network. Each school has its own private community: only
          people at your school can see what you post.
        </p>
        <LawnIllustration className="mt-8 hidden w-72 desk:block" />
      </section>

      <section className="card rounded-card border border-line p-6">
        <h2 className="text-card">Sign in</h2>
        <p className="mt-1 text-soft">Use your official school email address.</p>
        {error !== null && (
          <p role="alert" className="mt-4 rounded-control bg-gold-soft px-4 py-3 font-medium">
            {problems[error] ?? otherProblem}
          </p>
        )}
        {isInApp ? (
          <div role="alert" className="mt-5 rounded-control bg-gold-soft px-4 py-4">
            <h3 className="text-body">Unsupported Browser</h3>
            <p className="mt-1">
              Sign-in doesn’t work inside other apps. Open this page in your main browser, such as Safari, Chrome or
              Firefox.
            </p>
          </div>
        ) : (
          <div className="mt-5 grid gap-3">
            <ProviderLink to="google" isShared={isShared} mark={<GoogleMark />}>
              Sign in with Google
            </ProviderLink>
            <ProviderLink to="microsoft" isShared={isShared} mark={<MicrosoftMark />}>
              Sign in with Microsoft
            </ProviderLink>
            <div>
              <Checkbox label="This is a shared computer" checked={isShared} onChange={setIsShared} />
              <p aria-live="polite" className="text-small text-soft">
                {isShared &&
                  'You’re signed out after 30 minutes without activity, and nothing you write is kept on this computer.'}
              </p>
            </div>
          </div>
        )}
        {site.demo && !isInApp && (
          <p className="mt-4 text-small text-soft">This is a demo. Either button lets you pick who to sign in as.</p>
        )}

        <h3 className="mt-7 text-body">Why school accounts</h3>
        <p className="mt-1 text-soft">
          Your school account proves you go here. There’s no new password to remember, and outsiders can’t get in.
        </p>
        <button
          type="button"
          aria-expanded={showSchools}
          onClick={() => setShowSchools(!showSchools)}
          className="mt-5 inline-flex min-h-11 items-center font-semibold text-brand hover:underline"
        >
          View supported schools
        </button>
        {showSchools && <SchoolList />}
        <p className="mt-1 text-soft">
          Don’t see your school?{' '}
          <a className="font-semibold text-brand hover:underline" href={`mailto:${site.supportEmail}`}>
            Contact support
          </a>
        </p>
        <p className="mt-1 text-soft">
          No account?{' '}
          <Link className="font-semibold text-brand hover:underline" to="/notice">
            Report something
          </Link>
        </p>
      </section>
    </main>
  )
}

type ProviderLinkProps = {
  to: 'google' | 'microsoft'
  isShared: boolean
  mark: ReactNode
  children: ReactNode
}

/** A link, not a form: a form-action policy would also apply to the provider that it redirects to. */
function ProviderLink({ to, isShared, mark, children }: ProviderLinkProps) {
  const [connecting, setConnecting] = useState(false)
  const { state } = useLocation()
  const ask = isShared ? { query: { shared: '1' as const } } : {}
  const connect = () => {
    setConnecting(true)
    const { requested } = (state ?? {}) as { requested?: string }
    // Back can lead to a page of the previous user of this computer.
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (requested && load?.type !== 'back_forward') keepRequestedPage(requested)
  }
  return (
    <a
      href={to === 'google' ? urlFor(sessionApi.google, ask) : urlFor(sessionApi.microsoft, ask)}
      aria-busy={connecting}
      onClick={(event) => (connecting ? event.preventDefault() : connect())}
      className={`${buttonClassName('secondary')} min-h-12 w-full`}
    >
      {mark}
      {connecting ? 'Connecting...' : children}
    </a>
  )
}
