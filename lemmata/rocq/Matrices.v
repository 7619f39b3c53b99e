(* Prelude of every exported theorem: the real numbers of the standard library, and matrices of MathComp over them. *)
From Coq Require Export Reals Lra.
From mathcomp Require Export all_ssreflect all_algebra.
From mathcomp.analysis Require Export Rstruct.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Open Scope R_scope.

(* ---- matrices: MathComp's operations at the real numbers, named once so that no structure is inferred again ---- *)

Notation mat m n := (matrix R m n).

Definition addm m n (A B : mat m n) : mat m n := (A + B)%R.
Definition oppm m n (A : mat m n) : mat m n := (- A)%R.
Definition subm m n (A B : mat m n) : mat m n := (A - B)%R.
Definition scalem (c : R) m n (A : mat m n) : mat m n := (c *: A)%R.
Definition mulm m n p (A : mat m n) (B : mat n p) : mat m p := (A *m B)%R.
Definition transm m n (A : mat m n) : mat n m := (A^T)%R.
Definition idm n : mat n n := (1%:M)%R.
Definition zerom m n : mat m n := 0%R.
Definition tracem n (A : mat n n) : R := (\tr A)%R.


(* ---- equality of matrix expressions: both sides become sums of coefficient times word ---- *)

Inductive letter (m n : nat) : Type := Plain of mat m n | Flip of mat n m.

Inductive word : nat -> nat -> Type :=
| Nil n : word n n
| Cons m n p (A : letter m n) (w : word n p) : word m p.

Inductive mexp : nat -> nat -> Type :=
| Atom m n (A : mat m n) : mexp m n
| Add m n (a b : mexp m n) : mexp m n
| Opp m n (a : mexp m n) : mexp m n
| Sub m n (a b : mexp m n) : mexp m n
| Scale (c : R) m n (a : mexp m n) : mexp m n
| Mul m n p (a : mexp m n) (b : mexp n p) : mexp m p
| Trans m n (a : mexp m n) : mexp n m
| One n : mexp n n
| Zero m n : mexp m n.

Fixpoint den m n (e : mexp m n) : mat m n :=
  match e with
  | Atom m n A => A
  | Add m n a b => addm (den a) (den b)
  | Opp m n a => oppm (den a)
  | Sub m n a b => subm (den a) (den b)
  | Scale c m n a => scalem c (den a)
  | Mul m n p a b => mulm (den a) (den b)
  | Trans m n a => transm (den a)
  | One n => idm n
  | Zero m n => zerom m n
  end.

Definition den_letter m n (A : letter m n) : mat m n := match A with Plain A => A | Flip A => transm A end.

Fixpoint den_word m n (w : word m n) : mat m n :=
  match w with
  | Nil n => idm n
  | Cons m n p A w => mulm (den_letter A) (den_word w)
  end.

Definition sum m n := seq (R * word m n).

Fixpoint den_sum m n (l : sum m n) : mat m n :=
  if l is (c, w) :: l then addm (scalem c (den_word w)) (den_sum l) else zerom m n.

Fixpoint lin m n (f : word m n -> R) (l : sum m n) : R := if l is (c, w) :: l then c * f w + lin f l else 0.

Definition flip m n (A : letter m n) : letter n m := match A with Plain A => Flip A | Flip A => Plain A end.

Fixpoint app m n p (w : word m n) : word n p -> word m p :=
  match w in word m n return word n p -> word m p with
  | Nil n => fun v => v
  | Cons m n q A w => fun v => Cons A (app w v)
  end.

Fixpoint rev m n (w : word m n) : forall p, word m p -> word n p :=
  match w in word m n return forall p, word m p -> word n p with
  | Nil n => fun p v => v
  | Cons m n q A w => fun p v => rev w (Cons (flip A) v)
  end.

Definition times m n p (l : sum m n) (k : sum n p) : sum m p :=
  flatten (map (fun x => map (fun y => (x.1 * y.1, app x.2 y.2)) k) l).
Definition scaled m n (c : R) (l : sum m n) : sum m n := map (fun x => (c * x.1, x.2)) l.
Definition flipped m n (l : sum m n) : sum n m := map (fun x => (x.1, rev x.2 (Nil m))) l.

Fixpoint nf m n (e : mexp m n) : sum m n :=
  match e with
  | Atom m n A => [:: (1, Cons (Plain A) (Nil n))]
  | Add m n a b => nf a ++ nf b
  | Opp m n a => scaled (-1) (nf a)
  | Sub m n a b => nf a ++ scaled (-1) (nf b)
  | Scale c m n a => scaled c (nf a)
  | Mul m n p a b => times (nf a) (nf b)
  | Trans m n a => flipped (nf a)
  | One n => [:: (1, Nil n)]
  | Zero m n => [::]
  end.

Ltac expose := rewrite /addm /oppm /subm /scalem /mulm /transm /idm /zerom.

Lemma den_cat m n (l k : sum m n) : den_sum (l ++ k) = addm (den_sum l) (den_sum k).
Proof. by elim: l => [|[c w] l IH] /=; rewrite ?IH; expose; rewrite ?add0r ?addrA. Qed.

Lemma den_scaled m n c (l : sum m n) : den_sum (scaled c l) = scalem c (den_sum l).
Proof. by elim: l => [|[d w] l IH] /=; rewrite ?IH; expose; rewrite ?scaler0 ?scalerDr ?scalerA. Qed.

Lemma den_app m n p (w : word m n) (v : word n p) : den_word (app w v) = mulm (den_word w) (den_word v).
Proof. by elim: w v => [k|k l q A w IH] v /=; rewrite ?IH; expose; rewrite ?mul1mx ?mulmxA. Qed.

Lemma den_flip m n (A : letter m n) : den_letter (flip A) = transm (den_letter A).
Proof. by case: A => A //=; expose; rewrite trmxK. Qed.

Lemma den_rev m n (w : word m n) p (v : word m p) : den_word (rev w v) = mulm (transm (den_word w)) (den_word v).
Proof.
elim: w p v => [k|k l q A w IH] p v /=; first by expose; rewrite trmx1 mul1mx.
by rewrite IH /= den_flip; expose; rewrite trmx_mul mulmxA.
Qed.

Lemma den_one m n p (c : R) (w : word m n) (k : sum n p) :
  den_sum (map (fun y => (c * y.1, app w y.2)) k) = mulm (scalem c (den_word w)) (den_sum k).
Proof.
elim: k => [|[d v] k IH] /=; first by expose; rewrite mulmx0.
by rewrite IH den_app; expose; rewrite mulmxDr; congr (_ + _)%R; rewrite -scalemxAl -scalemxAr scalerA.
Qed.

Lemma den_times m n p (l : sum m n) (k : sum n p) : den_sum (times l k) = mulm (den_sum l) (den_sum k).
Proof.
elim: l => [|[c w] l IH]; first by expose; rewrite mul0mx.
by rewrite /times /= den_cat den_one -[flatten _]/(times l k) IH; expose; rewrite mulmxDl.
Qed.

Lemma den_flipped m n (l : sum m n) : den_sum (flipped l) = transm (den_sum l).
Proof.
elim: l => [|[c w] l IH] /=; first by expose; rewrite trmx0.
by rewrite IH den_rev; expose; rewrite linearD linearZ /= mulmx1.
Qed.

Lemma nf_correct m n (e : mexp m n) : den_sum (nf e) = den e.
Proof.
elim: {m n} e => //=.
- by move=> m n A; expose; rewrite mulmx1 scale1r addr0.
- by move=> m n a <- b <-; exact: den_cat.
- by move=> m n a <-; rewrite den_scaled; exact: scaleN1r.
- by move=> m n a <- b <-; rewrite den_cat den_scaled; expose; rewrite scaleN1r.
- by move=> c m n a <-; exact: den_scaled.
- by move=> m n p a <- b <-; exact: den_times.
- by move=> m n a <-; exact: den_flipped.
- by move=> n; expose; rewrite scale1r addr0.
Qed.

Lemma lin_correct m n (l : sum m n) i j : den_sum l i j = lin (fun w => den_word w i j) l.
Proof. by elim: l => [|[c w] l IH] /=; rewrite !mxE // IH. Qed.

Lemma mat_id m n (e d : mexp m n) : (forall f : word m n -> R, lin f (nf e) = lin f (nf d)) -> den e = den d.
Proof. by move=> same; rewrite -!nf_correct; apply/matrixP => i j; rewrite !lin_correct. Qed.

(* the same where something is known of words: each is a number times another word *)
Fixpoint known m n (l k : sum m n) : Prop :=
  match l, k with
  | (_, w) :: l, (c, v) :: k => den_word w = scalem c (den_word v) /\ known l k
  | [::], [::] => True
  | _, _ => False
  end.
Fixpoint joined m n (l k : sum m n) : sum m n :=
  match l, k with (c, _) :: l, (d, v) :: k => (c * d, v) :: joined l k | _, _ => [::] end.

Lemma den_joined m n (l k : sum m n) : known l k -> den_sum l = den_sum (joined l k).
Proof.
elim: l k => [|[c w] l IH] [|[d v] k] //= [e h].
by rewrite e (IH _ h); expose; rewrite scalerA.
Qed.
Lemma mat_by m n (e d : mexp m n) (k h : sum m n) : known (nf e) k -> known (nf d) h ->
  (forall f : word m n -> R, lin f (joined (nf e) k) = lin f (joined (nf d) h)) -> den e = den d.
Proof.
move=> x y same; rewrite -!nf_correct (den_joined x) (den_joined y).
by apply/matrixP => i j; rewrite !lin_correct.
Qed.

(* numbers that a function takes at the words of a sum *)
Fixpoint dot m n (l : sum m n) (t : seq R) : R := match l, t with (c, _) :: l, x :: t => c * x + dot l t | _, _ => 0 end.
Fixpoint agree m n (f : word m n -> R) (l : sum m n) (t : seq R) : Prop :=
  match l, t with (_, w) :: l, x :: t => f w = x /\ agree f l t | [::], [::] => True | _, _ => False end.
Lemma lin_agree m n (f : word m n -> R) (l : sum m n) t : agree f l t -> lin f l = dot l t.
Proof. by elim: l t => [|[c w] l IH] [|x t] //= [-> /IH ->]. Qed.

Ltac multiply_out :=
  cbv beta iota zeta delta
    [nf lin times scaled flipped app rev flip map flatten foldr cat fst snd known joined dot agree].
Ltac mat_id e d :=
  change (den e = den d); apply: mat_id; let f := fresh "f" in intro f; multiply_out; first [lra | field].
Ltac mat_by e d k h x y :=
  change (den e = den d); apply: (@mat_by _ _ e d k h);
  [ multiply_out; exact x | multiply_out; exact y | let f := fresh "f" in intro f; multiply_out; lra ].

(* ---- traces ---- *)

Lemma tr_id n (e : mexp n n) : tracem (den e) = lin (fun w => tracem (den_word w)) (nf e).
Proof.
rewrite -nf_correct; elim: (nf e) => [|[c w] l IH] /=; first by rewrite /tracem /zerom mxtrace0.
by rewrite -IH /tracem /addm /scalem mxtraceD mxtraceZ.
Qed.

Lemma tr_turn m n (u : word m n) (v : word n m) : tracem (den_word (app u v)) = tracem (den_word (app v u)).
Proof. by rewrite !den_app /tracem /mulm mxtrace_mulC. Qed.

Lemma tr_flip n (w : word n n) : tracem (den_word w) = tracem (den_word (rev w (Nil n))).
Proof. by rewrite den_rev /tracem /mulm /transm /= mulmx1 mxtrace_tr. Qed.

Lemma tr_one n : tracem (idm n) = INR n.
Proof. by rewrite /tracem /idm mxtrace1; elim: n => [//|n IH]; rewrite S_INR -IH mulrSr. Qed.

(* a 1 x 1 matrix is its trace times the identity *)
Lemma unit_scalar (s : mat 1 1) : s = scalem (tracem s) (idm 1).
Proof. by apply/matrixP => i j; rewrite /scalem /tracem /idm !mxE !ord1 /mxtrace big_ord1 mulr1. Qed.

Lemma unit_cut m n (u : word m 1) (s : word 1 1) (v : word 1 n) :
  den_word (app u (app s v)) = scalem (tracem (den_word s)) (den_word (app u v)).
Proof.
by rewrite !den_app [in LHS](unit_scalar (den_word s)) /mulm /scalem /idm -scalemxAl -scalemxAr mul1mx.
Qed.

Lemma den_merge m n p q r (X : mat n p) (Y : mat p q) c (k : word n q) (u : word m n) (v : word q r) :
  mulm X Y = scalem c (den_word k) ->
  den_word (app u (Cons (Plain X) (Cons (Plain Y) v))) = scalem c (den_word (app u (app k v))).
Proof.
move=> e; rewrite !den_app /=.
have -> : mulm X (mulm Y (den_word v)) = mulm (mulm X Y) (den_word v) by exact: mulmxA.
by rewrite e; expose; rewrite -scalemxAl -scalemxAr.
Qed.
Lemma scalem_scale a b m n (A : mat m n) : scalem a (scalem b A) = scalem (a * b) A.
Proof. exact: scalerA. Qed.
Lemma scalem_eq a b m n (A : mat m n) : a = b -> scalem a A = scalem b A. Proof. by move=> ->. Qed.
Lemma kept m n (A : mat m n) : A = scalem 1 A. Proof. exact: esym (scale1r _). Qed.
Lemma scalem_one m n (A : mat m n) : scalem 1 A = A. Proof. exact: scale1r. Qed.
Lemma scalemE c m n (A : mat m n) i j : scalem c A i j = c * A i j. Proof. by rewrite /scalem mxE. Qed.
Lemma tracem_scale c n (A : mat n n) : tracem (scalem c A) = c * tracem A. Proof. exact: mxtraceZ. Qed.

Lemma tr_nil n : tracem (den_word (Nil n)) = INR n. Proof. exact: tr_one. Qed.

Lemma tr_by n (e : mexp n n) (t : seq R) r :
  agree (fun w => tracem (den_word w)) (nf e) t -> dot (nf e) t = r -> tracem (den e) = r.
Proof. by move=> h <-; rewrite tr_id; exact: lin_agree. Qed.

Ltac tr_id e :=
  match goal with |- _ = ?r => change (tracem (den e) = r) end; rewrite tr_id; multiply_out.
Ltac tr_by e t h :=
  match goal with |- _ = ?r => change (tracem (den e) = r) end;
  apply: (@tr_by _ e t); [ multiply_out; exact h | multiply_out; lra ].
