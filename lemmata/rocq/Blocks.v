(* Kronecker products and stacked blocks.  The size of the result is an argument: products and sums of sizes are
   written in one order by whoever uses these, and the lemmas ask for the equation between sizes that they need. *)
From Coq Require Export Lia.
From Lemmata Require Export Matrices Ranges Vocabulary Laws.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.
Delimit Scope R_scope with coqR.
Local Open Scope ring_scope.

(* an entry, zero outside the matrix *)
Definition at_ m n (A : mat m n) (i j : nat) : R :=
  if insub i is Some i then if insub j is Some j then A i j else 0 else 0.

Lemma at_in m n (A : mat m n) (i : 'I_m) (j : 'I_n) : at_ A i j = A i j.
Proof. by rewrite /at_ !valK. Qed.
Lemma at_row m n (A : mat m n) i j : (m <= i)%N -> at_ A i j = 0.
Proof. by move=> h; rewrite /at_ insubF // ltnNge h. Qed.
Lemma at_col m n (A : mat m n) i j : (n <= j)%N -> at_ A i j = 0.
Proof. by move=> h; rewrite /at_; case: insub => // k; rewrite insubF // ltnNge h. Qed.
Lemma at_add m n (A B : mat m n) i j : at_ (addm A B) i j = at_ A i j + at_ B i j.
Proof.
case: (ltnP i m) => hi; last by rewrite !at_row // addr0.
case: (ltnP j n) => hj; last by rewrite !at_col // addr0.
by rewrite -[i]/(val (Ordinal hi)) -[j]/(val (Ordinal hj)) !at_in /addm mxE.
Qed.
Lemma at_scale c m n (A : mat m n) i j : at_ (scalem c A) i j = c * at_ A i j.
Proof.
case: (ltnP i m) => hi; last by rewrite !at_row // mulr0.
case: (ltnP j n) => hj; last by rewrite !at_col // mulr0.
by rewrite -[i]/(val (Ordinal hi)) -[j]/(val (Ordinal hj)) !at_in /scalem mxE.
Qed.
Lemma at_trans m n (A : mat m n) i j : at_ (transm A) i j = at_ A j i.
Proof.
case: (ltnP i n) => hi; last by rewrite at_row // at_col.
case: (ltnP j m) => hj; last by rewrite at_col // at_row.
by rewrite -[i]/(val (Ordinal hi)) -[j]/(val (Ordinal hj)) !at_in /transm mxE.
Qed.
Lemma at_zero m n i j : at_ (zerom m n) i j = 0.
Proof.
case: (ltnP i m) => hi; last by rewrite at_row.
case: (ltnP j n) => hj; last by rewrite at_col.
by rewrite -[i]/(val (Ordinal hi)) -[j]/(val (Ordinal hj)) !at_in /zerom mxE.
Qed.
Lemma at_mul m n p (A : mat m n) (B : mat n p) i j : at_ (mulm A B) i j = \sum_(k < n) at_ A i k * at_ B k j.
Proof.
case: (ltnP i m) => hi; last by rewrite at_row // big1 // => k _; rewrite at_row ?mul0r.
case: (ltnP j p) => hj; last by rewrite at_col // big1 // => k _; rewrite (at_col B) ?mulr0.
rewrite -[i]/(val (Ordinal hi)) -[j]/(val (Ordinal hj)) at_in /mulm mxE.
by apply: eq_bigr => k _; rewrite !at_in.
Qed.
Lemma at_one n i j : at_ (idm n) i j = (((i == j) && (i < n))%N)%:R.
Proof.
case: (ltnP i n) => hi; last by rewrite at_row // andbF.
case: (ltnP j n) => hj; last by rewrite at_col // andbT; case: eqP => // e; rewrite -e leqNgt hi in hj.
by rewrite -[i]/(val (Ordinal hi)) -[j]/(val (Ordinal hj)) at_in /idm mxE andbT.
Qed.

Definition kronm (r s : nat) a b c d (A : mat a b) (B : mat c d) : mat r s :=
  \matrix_(i < r, j < s) (at_ A (i %/ c) (j %/ d) * at_ B (i %% c) (j %% d)).

Section Kronecker.
Variables (r s a b c d : nat).
Implicit Types (A : mat a b) (B : mat c d).

Lemma kronm_addl A A' B : kronm r s (addm A A') B = addm (kronm r s A B) (kronm r s A' B).
Proof. by apply/matrixP => i j; rewrite !mxE at_add mulrDl. Qed.
Lemma kronm_addr A B B' : kronm r s A (addm B B') = addm (kronm r s A B) (kronm r s A B').
Proof. by apply/matrixP => i j; rewrite !mxE at_add mulrDr. Qed.
Lemma kronm_scalel x A B : kronm r s (scalem x A) B = scalem x (kronm r s A B).
Proof. by apply/matrixP => i j; rewrite !mxE at_scale mulrA. Qed.
Lemma kronm_scaler x A B : kronm r s A (scalem x B) = scalem x (kronm r s A B).
Proof. by apply/matrixP => i j; rewrite !mxE at_scale mulrCA. Qed.
Lemma kronm_0l B : kronm r s (zerom a b) B = zerom r s.
Proof. by apply/matrixP => i j; rewrite !mxE at_zero mul0r. Qed.
Lemma kronm_0r A : kronm r s A (zerom c d) = zerom r s.
Proof. by apply/matrixP => i j; rewrite !mxE at_zero mulr0. Qed.
Lemma kronm_tr A B : transm (kronm r s A B) = kronm s r (transm A) (transm B).
Proof. by apply/matrixP => i j; rewrite !mxE !at_trans. Qed.
End Kronecker.

Lemma sum_pairs m n (F : nat -> nat -> R) :
  \sum_(k < m * n) F (k %/ n)%N (k %% n)%N = \sum_(x < m) \sum_(y < n) F x y.
Proof.
case: n => [|n]; first by rewrite muln0 big_ord0 big1 // => x _; rewrite big_ord0.
rewrite -(big_mkord xpredT (fun k => F (k %/ n.+1)%N (k %% n.+1)%N)).
rewrite -(big_mkord xpredT (fun x => \sum_(y < n.+1) F x y)).
elim: m => [|m IH]; first by rewrite mul0n !big_geq.
rewrite (@big_cat_nat _ _ _ (m * n.+1)) ?leq_mul2r ?leqnSn ?orbT //= IH [RHS]big_nat_recr //=; congr (_ + _).
rewrite -{1}[(m * n.+1)%N]add0n big_addn mulSn addnK big_mkord; apply: eq_bigr => y _.
by rewrite [(y + _)%N]addnC divnMDl // divn_small // addn0 modnMDl modn_small.
Qed.

Lemma kronm_mul r s t a b c d e f (A : mat a b) (B : mat c d) (C : mat b e) (D : mat d f) : s = (b * d)%N ->
  mulm (kronm r s A B) (kronm s t C D) = kronm r t (mulm A C) (mulm B D).
Proof.
move=> ->; apply/matrixP => i j; rewrite /mulm /kronm !mxE !at_mul big_distrlr /=.
pose F x y := (at_ A (i %/ c) x * at_ B (i %% c) y) * (at_ C x (j %/ f) * at_ D y (j %% f)).
rewrite (eq_bigr (fun k : 'I_(b * d) => F (k %/ d)%N (k %% d)%N)); last by move=> k _; rewrite !mxE.
by rewrite sum_pairs; apply: eq_bigr => x _; apply: eq_bigr => y _; rewrite /F mulrACA.
Qed.

Lemma kronm_id r a c : r = (a * c)%N -> kronm r r (idm a) (idm c) = idm r.
Proof.
move=> e; apply/matrixP => i j; rewrite !mxE !at_one.
have c0 : (0 < c)%N by move: (ltn_ord i); rewrite {2}e; case: c {e} => //; rewrite muln0.
rewrite ltn_mod c0 ltn_divLR // -e ltn_ord !andbT -natrM mulnb; congr (_%:R); congr nat_of_bool.
apply/andP/eqP => [[/eqP h1 /eqP h2]|->]; last by rewrite !eqxx.
by apply: val_inj; rewrite /= (divn_eq i c) (divn_eq j c) h1 h2.
Qed.
Lemma kronm_unit_l c d (B : mat c d) : kronm c d (idm 1) B = B.
Proof.
by apply/matrixP => i j; rewrite !mxE at_one !divn_small // !modn_small // at_in eqxx mul1r.
Qed.
Lemma kronm_unit_r a b (A : mat a b) : kronm a b A (idm 1) = A.
Proof. by apply/matrixP => i j; rewrite !mxE at_one !divn1 !modn1 at_in eqxx mulr1. Qed.

Lemma m_beside_left r p b c d (A : mat p 1) (B : mat c d) (C : mat d b) :
  mulm (kronm r d A B) C = kronm r b A (mulm B C).
Proof.
rewrite -{1}(kronm_unit_l C) (@kronm_mul r d b p 1 c d 1 b A B (idm 1) C) ?mul1n //.
by rewrite /mulm /idm mulmx1.
Qed.
Lemma m_beside_right r a b c q (A : mat a b) (B : mat q 1) (C : mat b c) :
  mulm (kronm r b A B) C = kronm r c (mulm A C) B.
Proof.
rewrite -{1}(kronm_unit_r C) (@kronm_mul r b c a b q 1 c 1 A B C (idm 1)) ?muln1 //.
by rewrite /mulm /idm mulmx1.
Qed.
Lemma m_sum_kron_left r s a b c d (A : mat a b) lo hi (f : R -> mat c d) :
  kronm r s A (msum c d lo hi f) = msum r s lo hi (fun i => kronm r s A (f i)).
Proof.
by rewrite (@over_map _ _ (kronm r s A) _ _ (@addm r s) (zerom r s)) // => *; rewrite ?kronm_0r ?kronm_addr.
Qed.
Lemma m_sum_kron_right r s a b c d (B : mat c d) lo hi (f : R -> mat a b) :
  kronm r s (msum a b lo hi f) B = msum r s lo hi (fun i => kronm r s (f i) B).
Proof.
rewrite (@over_map _ _ (fun x => kronm r s x B) _ _ (@addm r s) (zerom r s)) // => *; by rewrite ?kronm_0l ?kronm_addl.
Qed.

Lemma m_places r n m i j : isint i -> isint j -> (1 <= i)%coqR -> (i <= INR n)%coqR -> (1 <= j)%coqR ->
  (j <= INR m)%coqR -> r = (n * m)%N ->
  kronm r 1 (ecol n i) (ecol m j) = ecol r (Rplus (Rmult (Rplus i (Rmult (-1) 1)) (INR m)) j).
Proof.
move=> ii ij h1 h2 h3 h4 er; have [a ea] := unit_entry ii h1 h2; have [b eb] := unit_entry ij h3 h4.
apply/matrixP => k z; rewrite !mxE (ord1 z).
have m0 : (0 < m)%N by exact: leq_ltn_trans (leq0n b) (ltn_ord b).
have hk : (k %/ m < n)%N by rewrite ltn_divLR // -er.
have hm : (k %% m < m)%N by rewrite ltn_mod.
rewrite divn1 modn1 -[(k %/ m)%N]/(val (Ordinal hk)) -[(k %% m)%N]/(val (Ordinal hm)).
rewrite -[0%N]/(val (ord0 : 'I_1)) !at_in !mxE ea eb /=.
have -> : Rplus (Rmult (Rplus (Rplus (INR a) 1) (Rmult (-1) 1)) (INR m)) (Rplus (INR b) 1) = Rplus (INR (a * m + b)) 1.
  by rewrite INR_addn INR_muln; lra.
have same (x y : nat) : (if Req_EM_T (Rplus (INR x) 1) (Rplus (INR y) 1) then 1 else 0 : R) = (x == y)%:R.
  case: Req_EM_T => [e|n0] /=; first by rewrite (_ : x = y) ?eqxx //; apply: INR_eq; lra.
  by case: eqP => // e; case: n0; rewrite e.
rewrite !same -natrM mulnb; congr (_%:R); congr nat_of_bool; apply/andP/eqP => [[/eqP e1 /eqP e2]|e].
  by rewrite [LHS](divn_eq k m) e1 e2.
by rewrite e divnMDl // divn_small // addn0 modnMDl modn_small // !eqxx.
Qed.

(* ---- stacks ---- *)

Definition vstm (r : nat) m n c (A : mat m c) (B : mat n c) : mat r c :=
  \matrix_(i < r, j < c) (if (i < m)%N then at_ A i j else at_ B (i - m) j).
Definition stackm (q r c : nat) (low : R) (f : R -> mat r c) : mat q c :=
  \matrix_(i < q, j < c) at_ (f (Rplus low (INR (i %/ r)))) (i %% r) j.

Lemma vstm_product q m n c d (A : mat m c) (B : mat n c) (C : mat m d) (D : mat n d) : q = (m + n)%N ->
  mulm (transm (vstm q A B)) (vstm q C D) = addm (mulm (transm A) C) (mulm (transm B) D).
Proof.
move=> ->; apply/matrixP => i j; rewrite /mulm /addm !mxE big_split_ord /=; congr (_ + _); apply: eq_bigr => k _.
  by rewrite !mxE /= ltn_ord !at_in.
by rewrite !mxE /= ltnNge leq_addr /= addKn !at_in.
Qed.

Lemma stackm_eq q r c low f g : (forall i, f i = g i) -> @stackm q r c low f = stackm q low g.
Proof. by move=> same; apply/matrixP => i j; rewrite !mxE same. Qed.

Lemma over_1_nat T op (z : T) h (f : R -> T) :
  over op z 1 (INR h) f = foldl (fun x k => op x (f (Rplus 1 (INR k)))) z (iota 0 h).
Proof. by rewrite /over INR_IZR_INZ (steps_IZR (Zpos xH)); have -> : Z.to_nat (Z.of_nat h - 1 + 1) = h by lia. Qed.

Lemma stackm_product q h r c d (f : R -> mat r c) (g : R -> mat r d) : q = (h * r)%N ->
  mulm (transm (stackm q 1 f)) (stackm q 1 g) = msum c d 1 (INR h) (fun i => mulm (transm (f i)) (g i)).
Proof.
move=> ->; rewrite over_1_nat; apply/matrixP => i j; rewrite /mulm mxE.
pose F x y := at_ (f (Rplus 1 (INR x))) y i * at_ (g (Rplus 1 (INR x))) y j.
rewrite (eq_bigr (fun k : 'I_(h * r) => F (k %/ r)%N (k %% r)%N)); last by move=> k _; rewrite !mxE.
rewrite sum_pairs; elim: h => [|h IH]; first by rewrite big_ord0 mxE.
have -> : iota 0 h.+1 = iota 0 h ++ [:: h] by rewrite -addn1 iotaD.
rewrite big_ord_recr IH foldl_cat /= /addm [RHS]mxE; congr (_ + _).
by rewrite mxE; apply: eq_bigr => y _; rewrite mxE /F !at_in.
Qed.

Lemma stackm_row q c (f : R -> mat 1 c) i : isint i -> (1 <= i)%coqR -> (i <= INR q)%coqR ->
  mulm (transm (ecol q i)) (stackm q 1 f) = f i.
Proof.
move=> [z ->] /(le_IZR 1) h1; rewrite INR_IZR_INZ => /le_IZR h2.
pose k := Z.to_nat (z - 1); have hk : (k < q)%N by apply/ltP; rewrite /k; lia.
have e : IZR z = Rplus 1 (INR k) by rewrite INR_IZR_INZ -plus_IZR /k; congr IZR; lia.
apply/matrixP => x j; rewrite /mulm mxE (bigD1 (Ordinal hk)) //= big1 ?addr0.
  rewrite !mxE /= divn1 modn1 -e; case: Req_EM_T => [h|[]]; last by rewrite e Rplus_comm.
  by rewrite mul1r (ord1 x) -[0%N]/(val (ord0 : 'I_1)) at_in.
move=> l /eqP lk; rewrite !mxE; case: Req_EM_T => [h|h]; last by rewrite mul0r.
case: lk; apply: val_inj => /=; apply: INR_eq; move: h; rewrite e; lra.
Qed.

Lemma stackm_same q h r c (f g : R -> mat r c) : q = (h * r)%N ->
  (forall i, inrange 1 (INR h) i -> f i = g i) -> stackm q 1 f = stackm q 1 g.
Proof.
move=> e same; apply/matrixP => i j; rewrite !mxE same //.
have lt : (i %/ r < h)%N.
  have r0 : (0 < r)%N by move: (ltn_ord i); rewrite {2}e; case: (r) => //; rewrite muln0.
  by rewrite ltn_divLR // -e.
have := @over_range 1 (Z.of_nat h) (i %/ r); rewrite -INR_IZR_INZ; apply.
by rewrite (_ : Z.to_nat _ = h) //; lia.
Qed.

(* blocks of different heights *)
Fixpoint stack_at (rows : R -> nat) (entry : R -> nat -> nat -> R) (l : seq R) (k j : nat) : R :=
  if l is i :: l then if (k < rows i)%N then entry i k j else stack_at rows entry l (k - rows i) j else 0.
Definition indices (low high : R) : seq R := [seq Rplus low (INR k) | k <- iota 0 (steps low high)].
Definition stacksm (q c : nat) (low high : R) (rows : R -> nat) (f : forall i, mat (rows i) c) : mat q c :=
  \matrix_(k < q, j < c) stack_at rows (fun i => at_ (f i)) (indices low high) k j.
Definition nsum (low high : R) (f : R -> nat) : nat := over addn 0%N low high f.

Lemma INR_nsum low high f : INR (nsum low high f) = over Rplus 0%coqR low high (fun i => INR (f i)).
Proof. by rewrite /nsum (@over_map _ _ INR addn 0%N Rplus 0%coqR) // => x y; exact: plus_INR. Qed.

Lemma stacksm_eq q c low high rows (f g : forall i, mat (rows i) c) :
  (forall i, f i = g i) -> stacksm q low high f = stacksm q low high g.
Proof.
move=> same; apply/matrixP => k j; rewrite !mxE.
by elim: (indices _ _) (val k) => [|i l IH] x //=; rewrite same IH.
Qed.
Lemma stacksm_same q c low high rows (f g : forall i, mat (rows i) c) : isint low -> isint high ->
  (forall i, inrange low high i -> f i = g i) -> stacksm q low high f = stacksm q low high g.
Proof.
move=> [a ->] [b ->] same; apply/matrixP => k j; rewrite !mxE.
have {}same i : i \in indices (IZR a) (IZR b) -> f i = g i.
  by move=> /mapP [x]; rewrite mem_iota add0n steps_IZR => /andP [_ lt] ->; apply: same; exact: over_range.
elim: (indices _ _) (val k) same => [|i l IH] x same //=; rewrite same ?mem_head // IH // => y yl.
by apply: same; rewrite inE yl orbT.
Qed.
Lemma stacksm_product q c d low high rows (f : forall i, mat (rows i) c) (g : forall i, mat (rows i) d) :
  q = nsum low high rows -> mulm (transm (stacksm q low high f)) (stacksm q low high g) =
  msum c d low high (fun i => mulm (transm (f i)) (g i)).
Proof.
have folds T op (z : T) h : over op z low high h = foldl (fun x i => op x (h i)) z (indices low high).
  by rewrite /over /indices; elim: (iota _ _) z => [|k l IH] z //=.
move=> ->; apply/matrixP => i j; rewrite /nsum !folds /mulm mxE.
have step (l : seq R) z : (foldl (fun x i => (x + rows i)%N) z l = z + \sum_(i <- l) rows i)%N.
  elim: l z => [|x l IH] z /=; first by rewrite big_nil addn0.
  by rewrite IH big_cons addnA.
have walk (l : seq R) z : foldl (fun x i => addm x (mulm (transm (f i)) (g i))) z l i j =
    z i j + \sum_(x <- l) mulm (transm (f x)) (g x) i j.
  elim: l z => [|x l IH] z /=; first by rewrite big_nil addr0.
  by rewrite IH big_cons /addm mxE addrA.
rewrite walk step add0n mxE add0r.
under eq_bigr => k _ do rewrite !mxE.
elim: (indices low high) => [|x l IH]; first by rewrite !big_nil big_ord0.
rewrite !big_cons big_split_ord /=; congr (_ + _).
  by rewrite /mulm mxE; apply: eq_bigr => k _; rewrite !mxE ltn_ord !at_in.
by rewrite -IH; apply: eq_bigr => k _; rewrite ltnNge leq_addr /= addKn.
Qed.

(* ---- families of layers ---- *)

(* The layers as entries, and their products from `first` on; a product of none is the identity. *)
Definition layers : Type := R -> nat -> nat -> R.
Definition width (depth d m k : nat) (l : R) : nat :=
  if Req_EM_T l 0%coqR then d else if Req_EM_T l (INR depth) then k else m.
Fixpoint segf (wide : R -> nat) (W : layers) (first : R) (n i j : nat) : R :=
  if n is n.+1 then \sum_(x < wide (Rminus (Rplus first (INR n)) 1)) W (Rplus first (INR n)) i x * segf wide W first n x j
  else (i == j)%:R.
Definition segm (r c depth d m k : nat) (W : layers) (last first : R) : mat r c :=
  \matrix_(i < r, j < c) segf (width depth d m k) W first (nat_of (Rplus (Rminus last first) 1)) i j.

Lemma segm_id n depth d m k (W : layers) last first :
  first = Rplus last 1 -> segm n n depth d m k W last first = idm n.
Proof.
move=> e; apply/matrixP => i j; rewrite !mxE (_ : nat_of _ = 0%N) //.
by rewrite /nat_of (_ : Rplus _ _ = IZR 0) ?Int_part_IZR //; lra.
Qed.
Lemma segm_split r c p depth d m k (W : layers) last first before : isint last -> isint first ->
  (1 <= first)%coqR -> (first <= last)%coqR -> before = Rminus last 1 -> p = width depth d m k before ->
  segm r c depth d m k W last first =
  mulm (segm r p depth d m k W last last) (segm p c depth d m k W before first).
Proof.
move=> il jf h1 h2 -> ->; apply/matrixP => i j; rewrite /mulm !mxE.
have one : nat_of (Rplus (Rminus last last) 1) = 1%N.
  by rewrite /nat_of (_ : Rplus _ _ = IZR 1) ?Int_part_IZR //; lra.
have whole : isint (Rminus last first) by exact: isint_sub.
have count : INR (nat_of (Rminus last first)) = Rminus last first by apply: INR_nat_of => //; lra.
have -> : nat_of (Rplus (Rminus last first) 1) = (nat_of (Rminus last first)).+1.
  apply: INR_eq; rewrite S_INR count INR_nat_of //; last by lra.
  exact: isint_add whole (isint_IZR 1).
have at_last : Rplus first (INR (nat_of (Rminus last first))) = last by rewrite count; lra.
rewrite /= at_last; apply: eq_bigr => x _; rewrite !mxE one /= (_ : Rplus last 0 = last); last by lra.
congr (_ * _); last by congr (segf _ _ _ (nat_of _)); lra.
rewrite (bigD1 x) //= eqxx mulr1 big1 ?addr0 // => y yx.
by rewrite (_ : (val y == val x) = false) ?mulr0 //; apply/negbTE.
Qed.
Lemma m_width depth d m k l : (1 <= l)%coqR -> (l + 1 <= INR depth)%coqR -> INR (width depth d m k l) = INR m.
Proof.
move=> h1 h2; rewrite /width; case: Req_EM_T => [e|n1]; first by exfalso; lra.
by case: Req_EM_T => [e|n2] //; exfalso; lra.
Qed.
Lemma width_at depth d m k l l' : l = l' -> width depth d m k l = width depth d m k l'. Proof. by move=> ->. Qed.
Lemma width_first depth d m k l : l = 0%coqR -> width depth d m k l = d.
Proof. by move=> e; rewrite /width; case: Req_EM_T => [z|[]]. Qed.
Lemma width_last depth d m k l : (0 < depth)%N -> l = INR depth -> width depth d m k l = k.
Proof.
move=> /INR_pos p e; rewrite /width; case: Req_EM_T => [z|n1]; first by exfalso; lra.
by case: Req_EM_T => [z|[]].
Qed.
Lemma width_same depth d l : width depth d d d l = d.
Proof. by rewrite /width; case: Req_EM_T => [e|n1] //; case: Req_EM_T => [e|n2]. Qed.
Lemma width_pos depth d m k l : (0 < d)%N -> (0 < m)%N -> (0 < k)%N -> (0 < width depth d m k l)%N.
Proof. by move=> h1 h2 h3; rewrite /width; case: Req_EM_T => [e|n1] //; case: Req_EM_T => [e|n2]. Qed.

Ltac widths := first [reflexivity | by rewrite width_same | apply: width_at; lra].
(* two ways to write a size *)
Ltac sizes := first [reflexivity | rewrite -?multE -?plusE; lia].

(* what follows knows these by their lemmas only, which keeps comparisons of terms short *)
#[global] Opaque addm oppm subm scalem mulm transm idm zerom tracem kronm vstm stackm normF rank detm invm onesm ecol diagm
  relum rmax over inv width segm stacksm nsum hadm expm.
