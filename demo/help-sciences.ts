import { md, type Question } from './help.ts'

/** Questions of students of the sciences. */
export const scienceQuestions: readonly Question[] = [
  {
    subject: 'Mathematics',
    title: 'Why does the harmonic series diverge when its terms go to zero?',
    course: 'MATH 102',
    tags: ['series', 'calculus'],
    due: 3,
    young: true,
    text: md`
I understand that $\sum_{n=1}^\infty \frac1n$ diverges because the book says so, but the terms get as small as I like. What exactly
goes wrong? I would like an argument that I could have found myself.`,
    answers: [
      md`
Group the terms so that each group is at least one half:

$$1 + \frac12 + \underbrace{\frac13 + \frac14}_{\ge\, 2\cdot\frac14} + \underbrace{\frac15 + \dots + \frac18}_{\ge\, 4\cdot\frac18} + \dots \ge 1 + \frac12 + \frac12 + \frac12 + \dots$$

There are infinitely many groups, so the sum passes every bound. Small terms are necessary, but they have to get small *fast enough*.`,
      'Compare it with the area under 1/x from 1 to infinity. That area is a logarithm, and a logarithm has no ceiling.',
      'Nothing goes wrong, it just takes its time: you need more than 12,000 terms to get past 10.',
    ],
    best: 0,
  },
  {
    subject: 'Mathematics',
    title: 'Solving quadratic equations by completing the square',
    course: 'MATH 100',
    tags: ['algebra'],
    young: true,
    text: md`
For $2x^2 + 12x - 14 = 0$ I get to $2(x^2 + 6x) = 14$ and then I never know what to add on which side. Can somebody show every step?`,
    answers: [
      md`
Divide by 2 first, then the rest is a habit:

1. $x^2 + 6x = 7$
2. Half of 6 is 3, its square is 9. Add 9 on **both** sides: $x^2 + 6x + 9 = 16$
3. The left side is $(x + 3)^2$, so $x + 3 = \pm 4$
4. $x = 1$ or $x = -7$`,
      'Draw it: a square of side x, two strips of width 3, and a missing corner of 3 by 3. You add the corner. Never forgot it since.',
    ],
    best: 0,
  },
  {
    subject: 'Mathematics',
    title: 'Intuition for eigenvectors, please, without the determinant',
    course: 'MATH 210',
    tags: ['linear algebra'],
    priority: 'high',
    due: 2,
    text: md`
I can compute eigenvalues with $\det(A - \lambda I) = 0$, but if you asked me what they *are* I would have to leave the room. What do
they mean for

$$A = \begin{pmatrix} 2 & 1 \\ 1 & 2 \end{pmatrix} ?$$`,
    answers: [
      md`
A matrix moves every arrow of the plane. Most arrows end up pointing somewhere else. The few that keep their direction and are only
stretched are the eigenvectors, and by how much is the eigenvalue.

For your $A$: the arrow $(1, 1)$ becomes $(3, 3)$, three times as long. The arrow $(1, -1)$ stays $(1, -1)$. So $\lambda = 3$ along one
diagonal and $\lambda = 1$ along the other. Everything else is a mixture of the two.`,
      'Take a sheet of rubber and pull at two opposite corners. The direction of your hands is an eigenvector.',
    ],
    best: 0,
  },
  {
    subject: 'Mathematics',
    title: 'Integration by parts keeps going in circles',
    course: 'MATH 102',
    tags: ['calculus', 'integrals'],
    text: md`
I try $\int e^x \cos x \, dx$, use parts twice, and end up with the same integral that I began with. Did I choose $u$ wrongly?`,
    answers: [
      md`
You did nothing wrong, you are done! Call the integral $I$. After two rounds you have

$$I = e^x \cos x + e^x \sin x - I,$$

so $2I = e^x(\cos x + \sin x)$ and $I = \frac12 e^x (\cos x + \sin x) + C$.`,
    ],
    best: 0,
  },
  {
    subject: 'Mathematics',
    title: 'Proof by induction: what am I allowed to assume?',
    tags: ['proofs'],
    young: true,
    text: 'My tutor writes "circular" beside every induction of mine. In the step I assume that the statement holds for n and show it for n + 1. Isn’t that assuming what I want to prove?',
    answers: [
      'You assume it for one n, whichever, and show that it then holds for the next. That is a machine that turns one true case into another. Without the first case it never runs, which is why the beginning matters so much.',
      'Look whether you use the claim for n + 1 anywhere on the way to n + 1. That is the real circle, and a common one: people write down the equation they want, change both sides until they get 0 = 0, and call it a day.',
    ],
  },
  {
    subject: 'Mathematics',
    title: 'Lagrange multipliers: why is the gradient parallel?',
    course: 'MATH 220',
    tags: ['optimization'],
    due: 6,
    text: md`
We maximise $f(x, y)$ on $g(x, y) = 0$ by solving $\nabla f = \lambda \nabla g$. I can do the algebra. Why should the two gradients be
parallel at the maximum?`,
    answers: [
      md`
Walk along the curve $g = 0$. As long as $\nabla f$ has any part *along* the curve, you can walk a bit further and $f$ grows. At the
maximum there is no such part left, so $\nabla f$ stands across the curve. And $\nabla g$ always does.`,
    ],
  },
  {
    subject: 'Mathematics',
    title: 'How many ways to seat 6 people at a round table if two of them refuse to sit together?',
    tags: ['combinatorics'],
    young: true,
    text: 'I got 120 − 48 = 72 and my friend 480. Rotations count as the same seating.',
    answers: [
      '72 is right. Seat one person anywhere to kill the rotations: 5! = 120. Now glue the two together: five things at a round table is 4! = 24, times 2 for who sits left. 120 − 48 = 72. Your friend forgot that the table is round.',
    ],
    best: 0,
  },
  {
    subject: 'Physics',
    title: 'Why do heavy and light things fall equally fast?',
    course: 'PHYS 101',
    tags: ['mechanics'],
    young: true,
    text: md`
A heavier ball is pulled down by a larger force $F = mg$. So it should be faster. The experiment says no. Where is my mistake?`,
    answers: [
      md`
The larger force has more to move. $a = \frac{F}{m} = \frac{mg}{m} = g$: the mass that pulls cancels the mass that resists.`,
      'Tie a light ball to a heavy one with a thread. If the light one were slower, it would hold the heavy one back; but together they are heavier and should be faster. Both can’t be. (Galileo, not me.)',
    ],
    best: 1,
  },
  {
    subject: 'Physics',
    title: 'Sign of work in the first law: U = Q + W or Q − W?',
    course: 'PHYS 203',
    tags: ['thermodynamics'],
    due: 1,
    priority: 'high',
    text: md`
The lecture writes $\Delta U = Q + W$, the book $\Delta U = Q - W$. I now have both in my notes and no idea which to use in the exam.`,
    answers: [
      md`
Both are right, they mean different work. With $+$, $W$ is work done **on** the gas; with $-$, work done **by** it. Pick the lecture's
and write one line at the top of your sheet: *W is done on the system, so $W = -\int p\,dV$*. Then no grader can argue.`,
      'Engineers pay for heat and sell work, so they count work that comes out. Physicists count what goes in.',
    ],
    best: 0,
  },
  {
    subject: 'Physics',
    title: 'Two capacitors, half the energy gone. Where did it go?',
    course: 'PHYS 102',
    tags: ['electricity'],
    text: md`
A charged capacitor $C$ is connected to an empty one of the same size. Charge is conserved, so each gets $Q/2$. The energy was
$\frac{Q^2}{2C}$ and is now $2 \cdot \frac{(Q/2)^2}{2C} = \frac{Q^2}{4C}$. Half of it is missing and there is no resistor in the circuit!`,
    answers: [
      'There is always a resistor in the circuit: the wire. Make it smaller and the current is larger for a shorter time; the heat comes out the same, exactly half. With no resistance at all the thing swings for ever and radiates.',
    ],
    best: 0,
  },
  {
    subject: 'Physics',
    title: 'Uncertainty of a product: add percentages or squares?',
    course: 'PHYS 101L',
    tags: ['lab', 'errors'],
    text: md`
For $v = s / t$ with 2 % on $s$ and 3 % on $t$, my lab partner adds to 5 %, I get $\sqrt{2^2 + 3^2} \approx 3.6$ %. Who buys the coffee?`,
    answers: [
      'Your partner buys. The errors are independent, so they are as likely to cancel as to add, and the squares are what you want. 5 % is the worst case, not the usual one.',
      'Depends on what the sheet asks for: "maximum error" is the sum. Read it again before you drink the coffee.',
    ],
  },
  {
    subject: 'Physics',
    title: 'Double slit: what does "the photon interferes with itself" mean?',
    text: 'I have read this sentence in three books and it explains nothing to me.',
    tags: ['quantum'],
    answers: [],
  },
  {
    subject: 'Chemistry',
    title: 'Balancing a redox equation in acid: permanganate and iron',
    course: 'CHEM 110',
    tags: ['redox'],
    due: 4,
    text: md`
$\mathrm{MnO_4^- + Fe^{2+} \to Mn^{2+} + Fe^{3+}}$ in acidic solution. I can’t get the charges to match.`,
    answers: [
      md`
Do the halves apart, then add:

- $\mathrm{MnO_4^- + 8\,H^+ + 5\,e^- \to Mn^{2+} + 4\,H_2O}$
- $\mathrm{Fe^{2+} \to Fe^{3+} + e^-}$, five times

$$\mathrm{MnO_4^- + 8\,H^+ + 5\,Fe^{2+} \to Mn^{2+} + 5\,Fe^{3+} + 4\,H_2O}$$

Charge left: $-1 + 8 + 10 = 17$. Right: $2 + 15 = 17$.`,
    ],
    best: 0,
  },
  {
    subject: 'Chemistry',
    title: 'Why is the second ionisation energy of sodium so large?',
    tags: ['periodic table'],
    young: true,
    text: 'First: 496 kJ/mol. Second: 4562 kJ/mol. That is nine times as much for one more electron.',
    answers: [
      'The first electron is alone in its shell. The second has to be torn out of a full shell, nearer to the nucleus, with hardly anything in between. Magnesium makes the same jump one step later.',
    ],
    best: 0,
  },
  {
    subject: 'Chemistry',
    title: 'SN1 or SN2? I keep guessing',
    course: 'CHEM 210',
    tags: ['organic'],
    priority: 'high',
    due: 5,
    text: 'Is there a list of questions that I can ask about a reaction so that I end up at the right mechanism more often than a coin?',
    answers: [
      md`
In this order:

| ask | SN1 | SN2 |
|---|---|---|
| carbon | tertiary | methyl, primary |
| nucleophile | weak is fine | strong |
| solvent | polar protic | polar aprotic |
| product | racemic | inverted |

If the first line is decided you rarely need the second. Secondary carbon: look at solvent and nucleophile together.`,
      'And if it is a strong base and the thing is bulky: it is neither, it is E2. That is the question they like to ask.',
    ],
    best: 0,
  },
  {
    subject: 'Chemistry',
    title: 'pH of a buffer after adding strong acid',
    course: 'CHEM 110',
    tags: ['acids'],
    text: md`
100 ml with 0.2 mol/l acetic acid and 0.2 mol/l acetate, then 5 ml of 1 mol/l HCl. I plug into Henderson–Hasselbalch with the *old*
concentrations and the pH doesn’t move. That can’t be right?`,
    answers: [
      md`
Let the acid react first. You have 20 mmol of each; 5 mmol of acetate become acid: 15 and 25 mmol. Then

$$\mathrm{pH} = 4.76 + \log_{10}\frac{15}{25} \approx 4.54.$$

The volume cancels, so you needn’t care about the 105 ml.`,
    ],
    best: 0,
  },
  {
    subject: 'Biology',
    title: 'Difference between transcription and translation, in one picture?',
    course: 'BIO 101',
    young: true,
    tags: ['genetics'],
    text: 'I know the definitions, and I still mix them up in every test.',
    answers: [
      'Transcription copies the recipe from the big book that may not leave the library onto a note. Translation cooks from the note: another language, amino acids instead of letters. Library is the nucleus, kitchen the ribosome.',
      'A secretary transcribes (same language). An interpreter translates (another one). That is all there is to it.',
    ],
    best: 1,
  },
  {
    subject: 'Biology',
    title: 'How do I read a Punnett square for two genes on the same chromosome?',
    course: 'BIO 120',
    tags: ['genetics', 'linkage'],
    text: 'We got 9:3:3:1 in the lecture, but the exercise has 45 % / 45 % / 5 % / 5 % and I do not see how a square gives that.',
    answers: [
      'It doesn’t. 9:3:3:1 assumes that the genes are passed on independently. Yours are linked: the two large classes are the parents’ combinations, the two small ones come from crossing over. 10 % of all are new, so the genes are 10 map units apart.',
    ],
    best: 0,
  },
  {
    subject: 'Biology',
    title: 'Does anybody have a way to remember the Krebs cycle?',
    course: 'BIO 205',
    due: 9,
    text: 'The order of the intermediates. I have a sentence with a citrus in it and I am not proud of it.',
    answers: [
      '"Citrate Is Krebs’ Starting Substrate For Making Oxaloacetate." Citrate, isocitrate, ketoglutarate, succinyl-CoA, succinate, fumarate, malate, oxaloacetate.',
      'Count carbons instead of words: 6, 6, 5, 4, 4, 4, 4, 4. Where a carbon goes, NADH and carbon dioxide come out.',
    ],
  },
  {
    subject: 'Engineering',
    title: 'Moment at the fixed end of a cantilever with a distributed load',
    course: 'ENGR 201',
    tags: ['statics'],
    due: 2,
    text: md`
Length $L$, load $q$ per metre. I get $M = qL^2$ and the solution says $\frac{qL^2}{2}$. Where does the half come from?`,
    answers: [
      md`
Replace the load by one force $qL$ where it balances: in the middle, at $L/2$. Then $M = qL \cdot \frac L2$. You let it act at the tip.`,
    ],
    best: 0,
  },
  {
    subject: 'Engineering',
    title: 'PID: what does each of the three letters feel like?',
    course: 'ENGR 310',
    tags: ['control'],
    text: 'I can simulate it, I can tune it by luck. I would like to know which knob to turn when it overshoots.',
    answers: [
      md`
Steering a boat to a buoy:

- **P** turns the wheel more, the further you are off. Too much and you weave.
- **D** sees that you already turn towards it and eases off. *This* is the knob against overshoot.
- **I** notices that the wind has pushed you aside for a minute and leans against it. Too much and it leans long after the wind is gone.`,
      'Turn I to zero, raise P until it swings, add D until it stops, then bring back a little I for the last centimetre.',
    ],
    best: 0,
  },
  {
    subject: 'Engineering',
    title: 'Is Reynolds number 2300 a law?',
    tags: ['fluids'],
    text: 'The flow in our pipe was still smooth at 3000. The protocol says that it has to be turbulent. Do we repeat the experiment or the theory?',
    answers: [
      'Neither. 2300 is about where a disturbed flow stops calming down by itself. In a quiet pipe with a rounded inlet people have kept it smooth past 40,000. Write down how carefully you let the water in.',
    ],
  },
]
