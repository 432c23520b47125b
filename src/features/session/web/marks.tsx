/** Google's logo, which its guidelines require on sign-in buttons. */
export const GoogleMark = () => (
  <svg aria-hidden width="18" height="18" viewBox="0 0 18 18">
    <path
      fill="#4285f4"
      d="M17.6 9.2c0-.6 0-1.2-.2-1.7H9v3.4h4.8a4.1 4.1 0 0 1-1.8 2.7v2.3h3c1.7-1.6 2.6-3.9 2.6-6.7Z"
    />
    <path fill="#34a853" d="M9 18c2.4 0 4.5-.8 6-2.2l-3-2.2a5.4 5.4 0 0 1-8-2.9H1v2.3A9 9 0 0 0 9 18Z" />
    <path fill="#fbbc05" d="M4 10.7a5.4 5.4 0 0 1 0-3.4V5H1a9 9 0 0 0 0 8l3-2.3Z" />
    <path fill="#ea4335" d="M9 3.6c1.3 0 2.5.5 3.4 1.3L15 2.3A9 9 0 0 0 1 5l3 2.3a5.4 5.4 0 0 1 5-3.7Z" />
  </svg>
)

/** Microsoft's logo. */
export const MicrosoftMark = () => (
  <svg aria-hidden width="18" height="18" viewBox="0 0 18 18">
    <path fill="#f25022" d="M0 0h8.5v8.5H0z" />
    <path fill="#7fba00" d="M9.5 0H18v8.5H9.5z" />
    <path fill="#00a4ef" d="M0 9.5h8.5V18H0z" />
    <path fill="#ffb900" d="M9.5 9.5H18V18H9.5z" />
  </svg>
)
