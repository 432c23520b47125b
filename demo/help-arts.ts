import { md, type Question } from './help.ts'

/** Questions of students of the humanities. */
export const artsQuestions: readonly Question[] = [
  {
    subject: 'Psychology',
    title: 'Classical or operant? The dog in this exercise does both',
    course: 'PSY 101',
    tags: ['learning'],
    young: true,
    due: 3,
    text: 'The dog hears the tin being opened and drools (classical?), then sits down because sitting gets the food (operant?). Do I have to choose?',
    answers: [
      'No. Ask what the behaviour is *for*. Drooling follows the sound whether it pays or not: classical. Sitting is kept because of what it brings: operant. Most things in life are both at once, and so is this dog.',
    ],
    best: 0,
  },
  {
    subject: 'Psychology',
    title: 'Is the Stanford prison experiment still worth citing?',
    course: 'PSY 210',
    priority: 'high',
    due: 2,
    text: 'I have built half an essay on it and now read that the guards were coached.',
    answers: [
      'Cite it as what it is: a famous demonstration with serious problems. Thibault Le Texier went through the archive and published on it in 2019. The replication by the BBC (Reicher and Haslam, 2006) makes a fine second half for your essay.',
      'Your essay just became more interesting.',
    ],
    best: 0,
  },
  {
    subject: 'Psychology',
    title: 'Reliability without validity: does somebody have a memorable example?',
    text: 'The bathroom scale that is always three kilos off is taken.',
    answers: [
      'A clock that runs five minutes fast. Or measuring intelligence by head size: you get the same number every time, and it tells you about hats.',
    ],
  },
  {
    subject: 'Psychology',
    title: 'How large a sample for a correlation of 0.3?',
    course: 'PSY 230',
    tags: ['methods'],
    text: 'Power 0.8, alpha 0.05, two sided. My supervisor wants a number and a reason.',
    answers: [
      md`
About **85**. With Fisher’s transformation:

$$n \approx \left(\frac{1.96 + 0.84}{\operatorname{artanh}(0.3)}\right)^2 + 3 = \left(\frac{2.80}{0.3095}\right)^2 + 3 \approx 85.$$

Ask for 100, because fifteen people won’t finish the questionnaire.`,
    ],
    best: 0,
  },
  {
    subject: 'History',
    title: 'Causes of the First World War without "powder keg"',
    course: 'HIST 101',
    tags: ['essay'],
    young: true,
    due: 6,
    text: 'My teacher has forbidden the metaphor. What is left when you take it away?',
    answers: [
      'Decisions. Who could have stopped, on which day, and why did they not? Vienna’s blank cheque, the Russian mobilisation, the timetables that nobody could change once they ran. Clark’s *The Sleepwalkers* does exactly that, day by day.',
      'Take one alliance and follow it from its signature to August 1914. You will find that it did something else than its makers wanted, and there is your thesis.',
    ],
    best: 0,
  },
  {
    subject: 'History',
    title: 'How do I cite a letter that I only found quoted in another book?',
    tags: ['citation'],
    young: true,
    text: 'I can’t get at the archive. Is "quoted in" enough or does it look lazy?',
    answers: [
      'It is honest, and that is what counts: *Letter of X to Y, date, quoted in Z, page.* It looks lazy only when the letter carries your whole argument. Then write to the archive, they are often kind.',
    ],
    best: 0,
  },
  {
    subject: 'History',
    title: 'Was the fall of Rome a fall?',
    course: 'HIST 204',
    text: 'Half of the reading says catastrophe, the other half says transformation. I have to take a side in 1,500 words.',
    answers: [
      'Ask whom. For somebody in Constantinople nothing fell for another thousand years. For a potter in Britain everything was gone within a lifetime, and the pots prove it (Ward-Perkins). You can take the side that both are right about different people.',
    ],
  },
  {
    subject: 'History',
    title: 'What is a good primary source on everyday life in a medieval town?',
    due: 10,
    text: 'Not a chronicle of kings. I want the price of bread.',
    answers: [],
  },
  {
    subject: 'Literature',
    title: 'Is the narrator in The Great Gatsby reliable?',
    course: 'LIT 110',
    young: true,
    tags: ['essay'],
    due: 2,
    text: 'He says on page one that he reserves all judgements and then judges everybody for 180 pages.',
    answers: [
      'You have found the thesis yourself. Collect the places where he says that he does not judge, and what he says in the next line. He is not lying to us, he is lying to himself, which is more fun to write about.',
      'Also look at what he leaves out: the lift scene at the end of chapter two jumps in the middle of a sentence.',
    ],
    best: 0,
  },
  {
    subject: 'Literature',
    title: 'How do I write about a poem’s metre without counting syllables for a page?',
    course: 'LIT 110',
    tags: ['poetry'],
    text: 'My last essay read like a bill.',
    answers: [
      'Say only where the metre *breaks*, and what the words do there. One line that stumbles is worth more than ten that walk.',
    ],
    best: 0,
  },
  {
    subject: 'Literature',
    title: 'Good secondary reading on Beloved and memory?',
    course: 'LIT 230',
    due: 8,
    text: 'I would like two things that are not the introduction of my edition.',
    answers: [
      'Morrison’s own essay "The Site of Memory" first. Then Avery Gordon’s chapter in *Ghostly Matters*. Both are in the library, second floor.',
    ],
  },
  {
    subject: 'Literature',
    title: 'Free indirect speech: how do I recognise it?',
    young: true,
    text: 'In Emma, how do I know whether a sentence is Austen’s or Emma’s?',
    answers: [
      'Put "thought Emma" behind it. If it still sounds right, it is hers, in Austen’s grammar. "It was a most fortunate circumstance": fortunate for whom?',
    ],
    best: 0,
  },
  {
    subject: 'Philosophy',
    title: 'What is wrong with the ontological argument in one sentence?',
    course: 'PHIL 101',
    tags: ['logic'],
    young: true,
    text: 'I have twelve sentences, and the seminar leader wants one.',
    answers: [
      'Kant’s: existence is not something that you can add to a concept to make it better, it says that there is something to which the concept applies.',
      'Gaunilo’s, if you like islands: by the same argument there would be a perfect island.',
    ],
    best: 0,
  },
  {
    subject: 'Philosophy',
    title: 'Modus ponens in a formal proof: what goes on which line?',
    course: 'PHIL 120',
    tags: ['logic'],
    due: 1,
    priority: 'high',
    text: md`
I have to derive $R$ from $P \to (Q \to R)$, $P \land Q$. I know that it is obvious. That is the problem.`,
    answers: [
      md`
1. $P \to (Q \to R)$, premise
2. $P \land Q$, premise
3. $P$, from 2
4. $Q$, from 2
5. $Q \to R$, from 1 and 3 by modus ponens
6. $R$, from 5 and 4 by modus ponens

Obvious things are proved by writing down *which* obvious thing comes first.`,
    ],
    best: 0,
  },
  {
    subject: 'Philosophy',
    title: 'Does the trolley problem have a point beyond dinner parties?',
    text: 'I am to write about its use, not its solution.',
    due: 5,
    answers: [
      'Foot made it up for a paper on abortion, to take apart two things that usually come together: killing and letting die. It is a laboratory. Nobody asks what vacuum tubes are good for at dinner.',
    ],
  },
  {
    subject: 'Philosophy',
    title: 'Hume: why can’t I derive an ought from an is?',
    course: 'PHIL 101',
    text: '"The glass is falling, so you ought to catch it." Looks derived to me.',
    answers: [
      'It works because of a premise that you did not say: that broken glasses are to be avoided. Say it and the argument is fine, and there is your ought, on the left side where you put it in.',
    ],
    best: 0,
  },
  {
    subject: 'Other',
    title: 'How do you take notes in a lecture that has 120 slides?',
    young: true,
    tags: ['studying'],
    text: 'I write until my hand hurts and remember nothing.',
    answers: [
      'Don’t copy. Write one question for each block of slides, and answer it in the evening without looking. What you can’t answer is what you learn the next day.',
      'Print six to a page, write only on the margins. The slides are not going anywhere.',
    ],
    best: 0,
  },
  {
    subject: 'Other',
    title: 'Spanish: when is it por and when is it para?',
    course: 'SPAN 102',
    young: true,
    due: 3,
    text: 'The list in the book has 19 cases. I need two.',
    answers: [
      '**Para** looks ahead: aim, goal, deadline, receiver. **Por** looks back or around: cause, exchange, route, duration. *Trabajo para vivir*, *gracias por venir*.',
    ],
    best: 0,
  },
  {
    subject: 'Other',
    title: 'LaTeX puts my figure three pages later',
    tags: ['latex', 'thesis'],
    priority: 'high',
    due: 1,
    text: md`
´´´latex
\begin{figure}
  \includegraphics[width=\textwidth]{map.pdf}
  \caption{The campus}
\end{figure}
´´´

The thesis is due tomorrow.`,
    answers: [
      md`
´\begin{figure}[htbp]´ lets it stand *here*, on *top*, at the *bottom* or on a *page* of its own. If it is still too tall, try
´width=0.8\textwidth´: a figure that doesn’t fit drags all others behind it.`,
      'Load the package float and write [H]. Your supervisor will not notice, your typography teacher will.',
    ],
    best: 0,
  },
  {
    subject: 'Other',
    title: 'What do you wear to a departmental interview?',
    text: 'It is for a tutoring job. Everybody in that department wears fleece.',
    answers: [],
  },
]
