import { md, type Question } from './help.ts'

/** Questions of students of computing, mathematics and economics. */
export const computingQuestions: readonly Question[] = [
  {
    subject: 'Computer Science',
    title: 'Big-O of quicksort: why n log n if the worst case is n squared?',
    course: 'CS 201',
    tags: ['algorithms', 'sorting'],
    due: 3,
    text: md`
If the worst case is $O(n^2)$ like bubble sort, why does everybody use quicksort? Here is ours:

´´´python
def quicksort(items):
    if len(items) < 2:
        return items
    pivot, *rest = items
    return (quicksort([x for x in rest if x < pivot])
            + [pivot]
            + quicksort([x for x in rest if x >= pivot]))
´´´`,
    answers: [
      md`
The worst case needs bad luck at *every* level: always the smallest or largest as pivot. With a random pivot the halves are lopsided
but rarely that lopsided, and the depth stays about $2 \ln n$. So $O(n \log n)$ on average, with small constants.

Yours takes the first element, and the unlucky input is the most ordinary one: a list that is sorted already. Put
´pivot = random.choice(items)´ there.`,
      'And it sorts in place (the real one, not this one), so it is kind to the cache. That is half of the answer in practice.',
    ],
    best: 0,
  },
  {
    subject: 'Computer Science',
    title: 'Segmentation fault when I return an array from a function in C',
    course: 'CS 110',
    tags: ['c', 'pointers'],
    priority: 'high',
    due: 1,
    text: md`
It prints the right numbers inside the function and rubbish outside. Sometimes it crashes.

´´´c
int *squares(int n) {
    int result[n];
    for (int i = 0; i < n; i++)
        result[i] = i * i;
    return result;
}
´´´`,
    answers: [
      md`
´result´ lives on the stack and is gone when the function returns; you hand out the address of a room that the hotel gives to the next
guest. Ask for memory that stays:

´´´c
int *squares(int n) {
    int *result = malloc(n * sizeof *result);
    if (!result) return NULL;
    for (int i = 0; i < n; i++)
        result[i] = i * i;
    return result; /* the caller frees it */
}
´´´`,
      'Compile with -Wall -fsanitize=address. The compiler has been trying to tell you.',
    ],
    best: 0,
  },
  {
    subject: 'Computer Science',
    title: 'Python: why does my default list remember things?',
    course: 'CS 101',
    tags: ['python'],
    young: true,
    text: md`
´´´python
def add(item, basket=[]):
    basket.append(item)
    return basket

print(add("apple"))   # ['apple']
print(add("pear"))    # ['apple', 'pear'] ???
´´´

I expected an empty basket each time.`,
    answers: [
      md`
The default is made **once**, when the function is defined, and shared by all calls. The usual cure:

´´´python
def add(item, basket=None):
    basket = [] if basket is None else basket
    basket.append(item)
    return basket
´´´`,
    ],
    best: 0,
  },
  {
    subject: 'Computer Science',
    title: 'SQL: students who passed every course that they took',
    course: 'CS 230',
    tags: ['sql', 'databases'],
    due: 4,
    text: md`
Tables ´students(id, name)´ and ´grades(student_id, course, passed)´. My query finds students who passed *some* course.

´´´sql
SELECT DISTINCT name FROM students JOIN grades ON student_id = id WHERE passed;
´´´`,
    answers: [
      md`
"Every" is "there is none that not":

´´´sql
SELECT name FROM students AS s
WHERE NOT EXISTS (
  SELECT 1 FROM grades WHERE student_id = s.id AND NOT passed
);
´´´

This also lists whoever took no course at all. If you don’t want them, add an ´EXISTS´ for any grade.`,
      md`
Shorter, if you like groups: ´SELECT student_id FROM grades GROUP BY student_id HAVING bool_and(passed)´.`,
    ],
    best: 0,
  },
  {
    subject: 'Computer Science',
    title: 'When is a graph better as a matrix than as lists?',
    course: 'CS 201',
    tags: ['graphs'],
    text: 'The book lists both and then uses lists for everything.',
    answers: [
      'When it is dense, or when you keep asking "are these two connected?". Lists win when most pairs are not connected, and in life most pairs are not.',
    ],
  },
  {
    subject: 'Computer Science',
    title: 'git says "detached HEAD" and I am afraid to touch anything',
    tags: ['git'],
    young: true,
    priority: 'high',
    text: 'I checked out an old commit to look at something and then kept working on it for two hours. How do I keep the work?',
    answers: [
      md`
Nothing is lost. Give the place where you are a name, and then it is a branch like any other:

´´´bash
git switch -c my-two-hours
git add -A && git commit -m "What I did"
git switch main && git merge my-two-hours
´´´`,
      'Breathe. Do not close the terminal. Then the answer above.',
    ],
    best: 0,
  },
  {
    subject: 'Computer Science',
    title: 'Two threads, one counter, wrong sum',
    course: 'CS 310',
    tags: ['concurrency', 'java'],
    text: md`
´´´java
class Counter {
    private int count = 0;
    void add() { count++; }
    int get() { return count; }
}
´´´

Two threads call ´add()´ a million times each. I get anything between one and two million. There is only one line of code, what can go
wrong in one line?`,
    answers: [
      'One line, three steps: read, add one, write. Both threads read 41, both write 42, and one of them has worked for nothing. AtomicInteger, or synchronized on both methods.',
    ],
    best: 0,
  },
  {
    subject: 'Computer Science',
    title: 'Is P = NP a yes-or-no question that could be answered with "we cannot know"?',
    tags: ['theory'],
    text: 'Our lecturer smiled and left the room.',
    answers: [],
  },
  {
    subject: 'Statistics',
    title: 'What does a p-value of 0.03 really say?',
    course: 'STAT 101',
    tags: ['tests'],
    young: true,
    due: 5,
    text: 'I wrote "the hypothesis is true with 97 % probability" and lost all points.',
    answers: [
      'It says: *if there were no effect at all*, you would see data this extreme 3 times in 100. It is a statement about the data, given the hypothesis. You wrote one about the hypothesis, given the data. That would need to know how likely it was before.',
      'Court: "somebody innocent would look this guilty 3 times in 100" is not "he is guilty with 97 %". How many suspects were there?',
    ],
    best: 0,
  },
  {
    subject: 'Statistics',
    title: 'Why divide by n − 1 for the variance?',
    course: 'STAT 101',
    text: md`
$$s^2 = \frac{1}{n-1} \sum_{i=1}^n (x_i - \bar x)^2$$

Everything else in life is divided by $n$.`,
    answers: [
      md`
The $x_i$ are nearer to *their own* mean than to the true one: $\bar x$ is chosen in the middle of them. So the sum comes out too small,
by a factor of $\frac{n-1}{n}$ on average. Dividing by $n - 1$ mends exactly that.`,
      'With one single value you know nothing about the spread. Dividing by n says 0, by n − 1 says "0/0, ask me later". I prefer the second.',
    ],
    best: 0,
  },
  {
    subject: 'Statistics',
    title: 'R: my regression has NA for one coefficient',
    course: 'STAT 205',
    tags: ['r', 'regression'],
    text: md`
´´´r
lm(rent ~ size + rooms + total_rooms_plus_kitchen, data = flats)
´´´

The last one is ´NA´. The column has no missing values, I checked twice.`,
    answers: [
      'total_rooms_plus_kitchen is rooms + 1. Nothing is left for it to explain, so R leaves it out. It is not missing data, it is a column that says the same thing twice.',
    ],
    best: 0,
  },
  {
    subject: 'Statistics',
    title: 'Monty Hall: simulation says 2/3 and I still don’t believe it',
    tags: ['probability'],
    young: true,
    text: md`
´´´python
from random import randrange
wins = sum(randrange(3) != 0 for _ in range(100_000))
print(wins / 100_000)
´´´

0.667. Explain it to my stomach.`,
    answers: [
      'A hundred doors. You pick one. The host, who knows, opens 98 with goats and leaves one closed. Do you still think that your door is as good as the one he so carefully did not open?',
    ],
    best: 0,
  },
  {
    subject: 'Economics',
    title: 'Elasticity: why is the slope not enough?',
    course: 'ECON 101',
    tags: ['micro'],
    young: true,
    text: 'A straight demand curve has one slope, but the solution says that the elasticity changes along it.',
    answers: [
      'Slope counts euros and pieces, elasticity counts percent. One euro more is 100 % at a price of 1 and 1 % at a price of 100. At the top of the line a euro is little and a piece is much, at the bottom it is the other way round.',
    ],
    best: 0,
  },
  {
    subject: 'Economics',
    title: 'Can a country have a comparative advantage in everything?',
    course: 'ECON 101',
    tags: ['trade'],
    due: 2,
    text: 'If it is better at making both cloth and wine, why would it trade?',
    answers: [
      'Absolute advantage in everything: yes. Comparative: never, because that is about what you give up. The best surgeon in town may also be its fastest typist, and still hires one.',
      'Write down how much wine one cloth costs in each country. The two numbers differ, and somebody is cheaper. The other one is then cheaper at the other thing, by arithmetic.',
    ],
    best: 0,
  },
  {
    subject: 'Economics',
    title: 'Nash equilibrium in a game without a dominant strategy',
    course: 'ECON 250',
    tags: ['game theory'],
    text: md`
|  | Left | Right |
|---|---|---|
| **Up** | 2, 1 | 0, 0 |
| **Down** | 0, 0 | 1, 2 |

I find two equilibria, the solution mentions three.`,
    answers: [
      md`
The third one is mixed. Row plays Up with probability $p$ so that Column doesn’t care: $p \cdot 1 = (1-p) \cdot 2$, so $p = \frac23$. By
symmetry Column plays Left with $\frac13$. They meet with probability $\frac49$, which explains my social life.`,
    ],
    best: 0,
  },
  {
    subject: 'Business',
    title: 'Net present value and internal rate of return disagree. Whom do I trust?',
    course: 'BUS 220',
    tags: ['finance'],
    due: 7,
    text: 'Project A has the better rate, project B the better value. We can only do one.',
    answers: [
      'The value, if you can borrow and lend at the rate that you used. The rate of return quietly assumes that you can reinvest everything at that same rate. 80 % on ten euros is lovely and buys lunch.',
    ],
    best: 0,
  },
  {
    subject: 'Business',
    title: 'Debit and credit: which side is which?',
    course: 'BUS 101',
    young: true,
    text: 'Every time I think that I have understood it the bank statement has it the other way round.',
    answers: [
      'Debit is left. Credit is right. They mean nothing else. The bank’s statement shows *its* books, and for the bank your money is a debt.',
      'Assets and costs grow on the left, what you owe and earn grows on the right. Put it on a card, carry it for a week.',
    ],
    best: 0,
  },
  {
    subject: 'Business',
    title: 'A good example of a company whose SWOT analysis was wrong?',
    text: 'For a five-minute talk. Not the one with the cameras, everybody takes the one with the cameras.',
    due: 4,
    answers: [],
  },
]
