import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { site } from '../../../shared/web/site.ts'
import { Logo } from '../../../shared/web/ui/Logo.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'

const NoticeForm = lazyPart(() => import('./NoticeForm.tsx'))

/** The form for people without an account who want something removed. */
export default function NoticePage() {
  const [answer, setAnswer] = useState<string>()
  return (
    <main className="mx-auto max-w-xl px-5 py-10">
      <p className="mb-6">
        <Link to="/login" className="inline-flex min-h-11 items-center gap-3 font-display text-card font-bold">
          <Logo size={28} />
          {site.productName}
        </Link>
      </p>
      {answer === undefined ? (
        <>
          <h1 className="text-title">Report something without an account</h1>
          <p className="mt-2 text-soft">
            For people without an account: an intimate picture of you, your personal data, or something that breaks a
            law. Moderators look at intimate pictures within 48 hours. If you have an account, use Report beside the
            item instead: it is faster.
          </p>
          <Suspense fallback={<Skeleton className="mt-6 h-96" />}>
            <NoticeForm onSent={setAnswer} />
          </Suspense>
        </>
      ) : (
        <Sent text={answer} />
      )}
    </main>
  )
}

const Sent = ({ text }: { text: string }) => (
  <div role="status">
    <h1 className="text-title">Check your email</h1>
    <p className="mt-3 wrap-anywhere">{text}</p>
    <p className="mt-3 text-soft">
      The link works for 24 hours. We begin when you have opened it. Look in the spam folder if nothing arrives within a
      few minutes.
    </p>
  </div>
)
