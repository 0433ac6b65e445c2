//! Long series: what can be proven of a game whose series have more than half of the squares, n > s/2, from its start.
//!
//! Let A be the player who chooses the collapse of the last turn, and B the other one. Let A place a series in all and
//! B place b, so that a + b = s. The *gap* of a series is the set of the g = s - n squares that it leaves out; as
//! g < s/2, we have g <= b. A set W of squares lies in the gap of a series exactly if the series is inside the other
//! squares.
//!
//! # One collapse at the end
//! Some series collapse before the last turn only if there is a set W, neither empty nor the whole board, such that the
//! s - |W| squares beside W have as many series inside them: then W lies in s - |W| gaps. A chooses series with gaps so
//! different that each W lies in at most s - 1 - |W| gaps, whatever B places before the last turn (`keeps_loose`). So
//! nothing collapses before the last turn, and then all squares collapse at once, under every ending, tail and collapse
//! rule, and A chooses how. If g is as large as can be, this may require that no gap of A is a gap that all series of B
//! have; A is then player 2, who sees the first series of B before placing anything.
//!
//! A may then take any set P of a squares that A's series can fill, if B's series can fill the b squares that it
//! leaves. By Hall's theorem B's series cannot fill those b squares if and only if they contain a *blocked* set: a set
//! W that lies in at least b + 1 - |W| gaps of B.
//!
//! **Lemma.** Some set H of at most g squares meets every blocked set that lies in a gap of B. (A blocked set that lies
//! in none has more than b squares.) So A may take any P that contains H and that A's series can fill.
//!
//! *Proof.* Let c(W) be the number of gaps of B that contain W, and d(W) = |W| + c(W) - b; W is blocked if d(W) >= 1.
//! Write + for the union and & for the intersection of sets. A gap that contains W or V contains W & V, and one that
//! contains both contains W + V; so c(W) + c(V) <= c(W + V) + c(W & V), and d(W) + d(V) <= d(W + V) + d(W & V).
//!
//! Choose W with c(W) >= 1 such that d(W) is greatest, and suppose that d(W) >= 1. Let I be a maximal set of squares of
//! W that B's series can fill. It has |W| - d(W) squares, by Hall's theorem with deficiency, as no subset of W has a
//! greater d. A blocked set inside W cannot be filled; so the d(W) squares of W - I meet it. Let V be blocked and share
//! a gap with W, so that c(W + V) >= 1. Then d(W + V) <= d(W), hence d(V) <= d(W & V). So W & V is blocked (and not
//! empty, as d of the empty set is 0), and W - I meets it. Put W - I into H, and go on in the same way with the squares
//! that are not in H: the blocked sets among them share no gap with W. In the end none is blocked.
//!
//! Let W_1, ..., W_r be the sets of the steps. No gap contains two of them, so that the c(W_i) add up to at most b. And
//! |W_i| <= g, as each lies in a gap. So H has d(W_1) + ... + d(W_r) <= r g + b - r b = g - (r - 1)(b - g) <= g squares.
//! ∎
//!
//! The worst H is therefore a whole gap, and B can force it by repeating one series. So the bound is the minimum, over
//! all sets H of g squares, of the best that A can have with a P that contains H (`endings::guaranteed`). What a set P
//! is worth to A is estimated from below: *two lines that cross* are completed at once if the last of A's series on
//! them is where they cross; *one line* comes before those of B if A's first series fill it; else the lines of B come
//! first. Where the board has more than 16 squares only those P are counted that are unions of lines and meet all
//! lines.
//!
//! # Repeated series
//! On 4x4 this bound is the maximum, 2 points, for n >= 13. For smaller n it is not, because some sets of g squares are
//! in no P with two lines that cross. Call these sets *bad*. For n = 12 they are 12 of the 24 sets with a square in
//! each row and column. (`repeats::plans` finds them, and sees to it that what follows holds: no set of g - 2 squares
//! is bad, no bad set of g squares contains two bad ones of g - 1, and b >= g + 2.)
//!
//! *When B must repeat.* The proof of the lemma gives H with less than g - 1 squares, except where a set W of g - 1 or
//! g squares lies in all gaps of B, or where |W| = g and W lies in all gaps but one. In the last case H is W without a
//! square that the one other series of B can fill, whichever we like. Let R be the bad set of g - 1 squares inside B's
//! first gap if there is one, and else this gap. Then no bad H is forced unless all gaps of B contain R and R is bad.
//! Moreover, if some gap of B does not contain a set L, then H need not contain L either: a square of L outside of that
//! gap can be put into each I, as the series with this gap can fill it.
//!
//! *The plan against R.* Let N be the squares beside R, and let T be two lines that cross at a square x of N and that
//! every line of the board meets. Let b' be the number of series that B places up to turn s - 2, the third turn from
//! the end. As long as B repeats R, these are inside N. A places |N| - b' series inside N, with which A can get any
//! squares of T & N; and, for a set K of squares of T & R, as many series as K has squares inside N + K, each of which
//! takes one square of K. After turn s - 2 all these series, and B's, are inside N + K, and they are as many as its
//! squares. So they collapse, and A chooses how, as the parity of the turn is that of the last. A takes T & (N + K),
//! with the last series on x, and leaves the rest of N to B. As every line of the board meets T, B has no line.
//!
//! B's series can fill the rest of N, by Hall's theorem: the first one has all squares of N - T, and the plan goes on
//! only while few others miss two or more of these. In later turns it is enough that B's series leave out R - K.
//!
//! If A is player 2, K is T & R. Player 1 has placed one series before anything was known, with a gap that meets all
//! sets R. If this series is inside N + (T & R), then K is T & R and all is as before. Else let K be T & R without a
//! square y such that just two squares of the series are beside N + K: y, and one that is not in T. This is then the
//! only series that is left after the collapse. At turn s - 1 A places a single piece on the latter square, so that the
//! series takes y, with its small subscript: both lines are completed at x. That needs a game that goes on, or a
//! scoring for which one line is enough.
//!
//! *When B leaves the plan* A goes on with other gaps. That nothing then collapses before the last turn, and that A's
//! series fill a P with the maximum around each H that can still be forced, is checked for each plan and each number
//! of series after which B may leave it. If everything holds, the value is the maximum. It does for n = 11 and 12 on
//! 4x4; for n = 10 sets of g - 2 squares are bad.
//!
//! # What is found
//! The chooser of the last collapse leads at least by, on 4x4 under the paper's scoring:
//!
//! | n | player 1 (`opponent`, `player1`) | player 2 (`mover`, `player2`) |
//! |---|---|---|
//! | 11 to 16 | 2 | 2 |
//! | 10 | 1/2 | 0 |
//! | 9 | -1 | -1 |
//!
//! On 5x5 it is the maximum for n >= 23 (player 2, 5/2) and n >= 24 (player 1, 3), on 6x6 for n >= 32 (3). A bound is
//! found for n >= 18 and n >= 17 on 5x5, n >= 29 on 6x6, where the number of sets of g squares ends the search, and on
//! 3x3 for n >= 6.
//!
//! Cost: milliseconds for most games; on 4x4 a second with n = 9, some seconds with n = 11.
//!
//! | file | what it has |
//! |---|---|
//! | `setting` | who chooses, how many series there are, gaps that have little in common |
//! | `endings` | what the last collapse can be made of, and the minimum over all H |
//! | `repeats` | plans against repeated series, and their checks |
//! | `theorem`, `strategy` | the bound; the strategy that proves it, as a player follows it |

mod endings;
mod repeats;
mod setting;
mod strategy;
mod theorem;

pub use theorem::LongSeries;
