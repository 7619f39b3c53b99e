(* What the symbols mean: theorems where a function is defined, laws that a theorem assumes where it is declared. *)
From Coq Require Import Lia Classical_Prop.
From Lemmata Require Export Matrices Ranges Vocabulary.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.

(* ---- numbers ---- *)

Lemma m_square a : 0 <= a ^ 2. Proof. exact: pow2_ge_0. Qed.
Lemma m_inverse a : a <> 0 -> a * inv a = 1. Proof. exact: Rinv_r. Qed.
Lemma m_root a : 0 <= a -> sqrt a ^ 2 = a. Proof. exact: pow2_sqrt. Qed.
Lemma m_root_sign a : 0 <= a -> 0 <= sqrt a. Proof. by move=> _; exact: sqrt_pos. Qed.
Lemma m_modulus a : Rabs a ^ 2 = a ^ 2. Proof. exact: pow2_abs. Qed.
Lemma m_modulus_sign a : 0 <= Rabs a. Proof. exact: Rabs_pos. Qed.
Lemma m_max_0 a b : a <= Rmax a b. Proof. exact: Rmax_l. Qed.
Lemma m_max_1 a b : b <= Rmax a b. Proof. exact: Rmax_r. Qed.
Lemma m_min_0 a b : Rmin a b <= a. Proof. exact: Rmin_l. Qed.
Lemma m_min_1 a b : Rmin a b <= b. Proof. exact: Rmin_r. Qed.
Lemma m_max_3 a b x : a <= x -> b <= x -> Rmax a b <= x. Proof. exact: Rmax_lub. Qed.
Lemma m_min_3 a b x : x <= a -> x <= b -> x <= Rmin a b. Proof. exact: Rmin_glb. Qed.
Lemma m_max_2 a b : (Rmax a b + - 1 * a) * (Rmax a b + - 1 * b) = 0.
Proof. by rewrite /Rmax; case: Rle_dec => _; lra. Qed.
Lemma m_min_2 a b : (Rmin a b + - 1 * a) * (Rmin a b + - 1 * b) = 0.
Proof. by rewrite /Rmin; case: Rle_dec => _; lra. Qed.

Lemma m_exponential a : 0 < exp a. Proof. exact: exp_pos. Qed.
Lemma m_logarithm_exp a : ln (exp a) = a. Proof. exact: ln_exp. Qed.
Lemma m_logarithm_log a : 0 < a -> exp (ln a) = a. Proof. exact: exp_ln. Qed.

(* ---- sums, products and the largest of several ---- *)

Lemma m_over_none T op (z : T) lo hi f : isint lo -> isint hi -> hi < lo -> over op z lo hi f = z.
Proof. exact: over_empty. Qed.
Lemma m_over_more T op (z : T) lo hi f : isint lo -> isint hi -> lo <= hi ->
  over op z lo hi f = op (over op z lo (hi + - 1 * 1) f) (f hi).
Proof.
move=> il ih h; have e : hi = hi + - 1 * 1 + 1 by lra.
rewrite {1 3}e; apply: over_last => //; last by lra.
by apply: isint_add => //; exists (Zneg xH); rewrite /=; lra.
Qed.
Lemma m_largest_term lo hi f i : isint lo -> isint hi -> isint i -> lo <= i -> i <= hi -> f i <= rmax lo hi f.
Proof.
move=> il ih ii h1 h2; rewrite /rmax; case: Rle_dec => [lh|[]]; last by lra.
have key j : isint j -> lo <= j -> j <= hi -> (i <= j -> f i <= over Rmax (f lo) (lo + 1) j f).
  move=> ij lj jh; pose P (k x : R) := i <= k -> f i <= x.
  apply: (@over_ind _ Rmax (f lo) (lo + 1) j f P) => //; rewrite /P.
  - exact: isint_add il (isint_IZR (Zpos xH)).
  - by lra.
  - by move=> h; rewrite (_ : i = lo); lra.
  move=> k x [ik _] IH le; case: (Rle_lt_or_eq_dec _ _ le) => [lt|->]; last exact: Rmax_r.
  by apply: Rle_trans (Rmax_l _ _); apply: IH; have := int_lt ii ik lt; lra.
by apply: key => //; lra.
Qed.
Lemma m_largest_bound lo hi f x : isint lo -> isint hi -> lo <= hi ->
  (forall i, inrange lo hi i -> f i <= x) -> rmax lo hi f <= x.
Proof.
move=> il ih h all; rewrite /rmax; case: Rle_dec => [lh|[]]; last by lra.
apply: (@over_ind _ Rmax (f lo) (lo + 1) hi f (fun _ y => y <= x)) => //; try lra.
- exact: isint_add il (isint_IZR (Zpos xH)).
- by apply: all; split=> //; lra.
by move=> i y [ii [h1 h2]] IH; apply: Rmax_lub => //; apply: all; split=> //; lra.
Qed.

Lemma m_largest_same lo hi f g : isint lo -> isint hi ->
  (forall i, inrange lo hi i -> f i = g i) -> rmax lo hi f = rmax lo hi g.
Proof.
move=> il ih same; rewrite /rmax; case: Rle_dec => h //; rewrite (same lo); last by split=> //; lra.
apply: over_ext => // [|i [ii [h1 h2]]]; first exact: isint_add il (isint_IZR (Zpos xH)).
by apply: same; split=> //; lra.
Qed.
Lemma m_over_same T op (z : T) lo hi f g : isint lo -> isint hi ->
  (forall i, inrange lo hi i -> f i = g i) -> over op z lo hi f = over op z lo hi g.
Proof. exact: over_ext. Qed.
Lemma over_pointwise T op (z : T) lo hi f g (Q : T -> T -> Prop) : isint lo -> isint hi -> Q z z ->
  (forall i x y, inrange lo hi i -> Q x y -> Q (op x (f i)) (op y (g i))) -> Q (over op z lo hi f) (over op z lo hi g).
Proof.
move=> [a ->] [b ->] base step; rewrite /over steps_IZR.
suff all n : (n <= Z.to_nat (b - a + 1))%N -> Q (foldl (fun x k => op x (f (IZR a + INR k))) z (iota 0 n))
    (foldl (fun x k => op x (g (IZR a + INR k))) z (iota 0 n)) by exact: all (leqnn _).
elim: n => [//|n IH lt]; rewrite -addn1 iotaD !foldl_cat /= add0n.
by apply: step; [exact: over_range | exact: IH (ltnW lt)].
Qed.
Lemma m_sum_order lo hi f g : isint lo -> isint hi ->
  (forall i, inrange lo hi i -> f i <= g i) -> rsum lo hi f <= rsum lo hi g.
Proof.
move=> il ih le; apply: (over_pointwise (Q := Rle)) => // [|i x y r h]; first exact: Rle_refl.
by have := le i r; lra.
Qed.
Lemma m_sum_count lo hi : isint lo -> isint hi -> lo <= hi + 1 -> rsum lo hi (fun=> 1) = hi + 1 + - 1 * lo.
Proof.
move=> il ih h; apply: (@over_ind _ Rplus 0 lo hi (fun=> 1) (fun i x => x = i + 1 + - 1 * lo)) => //; first by lra.
by move=> i x _ ->; lra.
Qed.
Lemma m_sum_factor m n p q (A : mat m n) (B : mat p q) lo hi (f : R -> mat n p) :
  msum m q lo hi (fun i => mulm (mulm A (f i)) B) = mulm (mulm A (msum n p lo hi f)) B.
Proof. by rewrite mulm_msum msum_mulm. Qed.
Lemma m_sum_scaled m n lo hi (x : R -> R) (A : mat m n) :
  msum m n lo hi (fun i => scalem (x i) A) = scalem (rsum lo hi x) A.
Proof.
rewrite (@over_map _ _ (fun c => scalem c A) Rplus 0 (@addm m n) (zerom m n)) // => [|a b].
  by rewrite /scalem /zerom scale0r.
by rewrite /scalem /addm -scalerDl.
Qed.
Lemma m_sum_join f lo m hi : isint lo -> isint m -> isint hi -> lo <= m + 1 -> m <= hi ->
  rsum lo hi f = rsum lo m f + rsum (m + 1) hi f.
Proof.
move=> il im ih h1 h2; have im1 := isint_add im (isint_IZR (Zpos xH)).
pose Q (i x : R) := rsum lo i f = rsum lo m f + x.
have step : Q hi (rsum (m + 1) hi f); last exact: step.
apply: (@over_ind _ Rplus 0 (m + 1) hi f Q) => //; rewrite /Q; first by lra.
  by rewrite (_ : m + 1 - 1 = m); lra.
move=> i x [ii [h _]] e; have -> : i = i - 1 + 1 by lra.
have j : isint (i - 1) by exact: isint_sub ii (isint_IZR (Zpos xH)).
by rewrite over_last // ?e; [rewrite (_ : i - 1 + 1 = i); lra | lra].
Qed.
Lemma m_sum_trace n lo hi f : rsum lo hi (fun i => tracem (f i)) = tracem (msum n n lo hi f).
Proof. by rewrite tracem_msum. Qed.

(* ---- matrices ---- *)

Lemma m_inverse_right n (A : mat n n) : detm A <> 0 -> mulm A (invm A) = idm n.
Proof. by move=> h; apply: mulmxV; rewrite unitmxE unitfE; apply/eqP. Qed.
Lemma m_inverse_left n (A : mat n n) : detm A <> 0 -> mulm (invm A) A = idm n.
Proof. by move=> h; apply: mulVmx; rewrite unitmxE unitfE; apply/eqP. Qed.

Lemma gram_entries m n (A : mat m n) : tracem (mulm (transm A) A) = (\sum_(j < n) \sum_(i < m) (A i j) ^+ 2)%R.
Proof.
rewrite /tracem /mxtrace; apply: eq_bigr => j _; rewrite /mulm mxE; apply: eq_bigr => i _.
by rewrite /transm mxE expr2.
Qed.
Lemma sum_nonneg k (f : 'I_k -> R) : (forall i, 0 <= f i) -> 0 <= (\sum_(i < k) f i)%R.
Proof.
move=> h; elim/big_ind: _ => [|x y|i _]; [exact: Rle_refl | exact: Rplus_le_le_0_compat | exact: h].
Qed.
Lemma square_nonneg (x : R) : 0 <= (x ^+ 2)%R. Proof. by rewrite expr2; exact: Rle_0_sqr. Qed.
Lemma gram_nonneg m n (A : mat m n) : 0 <= tracem (mulm (transm A) A).
Proof. by rewrite gram_entries; apply: sum_nonneg => j; apply: sum_nonneg => i; exact: square_nonneg. Qed.

Lemma m_frobenius m n (A : mat m n) : normF A ^ 2 = tracem (mulm (transm A) A).
Proof. exact: pow2_sqrt (gram_nonneg A). Qed.
Lemma m_sign_normF m n (A : mat m n) : 0 <= normF A. Proof. exact: sqrt_pos. Qed.
Lemma m_sign_rank m n (A : mat m n) : 0 <= rank A. Proof. exact: pos_INR. Qed.
Lemma sum_zero k (f : 'I_k -> R) : (forall i, 0 <= f i) -> (\sum_(i < k) f i)%R = 0 -> forall i, f i = 0.
Proof.
move=> h e i; apply: Rle_antisym (h i); rewrite -e (bigD1 i) //=.
rewrite -{1}[f i]Rplus_0_r; apply: Rplus_le_compat_l.
by elim/big_ind: _ => [|x y|j _]; [exact: Rle_refl | exact: Rplus_le_le_0_compat | exact: h].
Qed.
Lemma m_vanishing m n (A : mat m n) : mulm (transm A) A = zerom n n -> A = zerom m n.
Proof.
move=> z; have : tracem (mulm (transm A) A) = 0 by rewrite z /tracem /zerom mxtrace0.
rewrite gram_entries => h; apply/matrixP => i j; rewrite /zerom mxE.
have h1 := sum_zero (fun j => sum_nonneg (fun i => square_nonneg (A i j))) h j.
have h2 := sum_zero (fun i => square_nonneg (A i j)) h1 i.
by apply/eqP; rewrite -(sqrf_eq0 (A i j)); apply/eqP.
Qed.

Lemma m_diagonal_diagonal n f g : mulm (diagm n f) (diagm n g) = diagm n (fun i => f i * g i).
Proof.
apply/matrixP => i j; rewrite /mulm /diagm !mxE (bigD1 i) //= !mxE eqxx.
rewrite big1 ?addr0; last by move=> k ki; rewrite mxE eq_sym (negbTE ki) mul0r.
by case: eqP => // _; rewrite mulr0.
Qed.
Lemma m_diagonal_unit n f i : mulm (diagm n f) (ecol n i) = scalem (f i) (ecol n i).
Proof.
apply/matrixP => k j; rewrite /mulm /diagm /ecol /scalem !mxE (bigD1 k) //= !mxE eqxx.
rewrite big1 ?addr0; last by move=> l lk; rewrite mxE eq_sym (negbTE lk) mul0r.
by case: Req_EM_T => [e|_] /=; rewrite ?e ?mulr0.
Qed.

Lemma m_diagonal_one n : idm n = diagm n (fun=> 1).
Proof. by apply/matrixP => i j; rewrite !mxE; case: eqP. Qed.
Lemma m_diagonal_same n f g : (forall i, inrange 1 (INR n) i -> f i = g i) -> diagm n f = diagm n g.
Proof.
move=> same; apply/matrixP => i j; rewrite !mxE; case: eqP => // _; apply: same.
have /ltP h := ltn_ord i; split; first by apply: isint_add; [exact: isint_INR | exact: (isint_IZR (Zpos xH))].
have p := pos_INR i; split; first by lra.
by rewrite -S_INR; apply: le_INR.
Qed.
Lemma m_diagonal_sum n f g : addm (diagm n f) (diagm n g) = diagm n (fun i => f i + g i).
Proof. by apply/matrixP => i j; rewrite !mxE; case: eqP => // _; rewrite addr0. Qed.
Lemma m_diagonal_scaled n c f : scalem c (diagm n f) = diagm n (fun i => c * f i).
Proof. by apply/matrixP => i j; rewrite !mxE; case: eqP => // _; rewrite mulr0. Qed.

Lemma m_entrywise m n (A B : mat m n) j : mulm (hadm A B) (ecol n j) =
  mulm (diagm m (fun i => tracem (mulm (transm (ecol m i)) (mulm A (ecol n j))))) (mulm B (ecol n j)).
Proof.
have entry (C : mat m n) (k : 'I_m) : mulm C (ecol n j) k ord0 =
    (\sum_(l < n) C k l * if Req_EM_T (INR l + 1) j then 1 else 0)%R.
  by rewrite /mulm mxE; apply: eq_bigr => l _; rewrite mxE.
apply/matrixP => k z; rewrite (ord1 z) entry [in RHS]/mulm mxE [RHS](bigD1 k) //= [X in _ = _ + X]big1 ?addr0; last first.
  by move=> l lk; rewrite [fun_of_matrix (diagm _ _) _ _]mxE eq_sym (negbTE lk) mul0r.
rewrite [fun_of_matrix (diagm _ _) _ _]mxE eqxx entry.
have -> : tracem (mulm (transm (ecol m (INR k + 1))) (mulm A (ecol n j))) = mulm A (ecol n j) k ord0.
  rewrite /tracem /mxtrace big_ord1 /mulm mxE (bigD1 k) //= big1 ?addr0; last first.
    move=> l /eqP lk; rewrite !mxE; case: Req_EM_T => [h|h] /=; last by rewrite mul0r.
    by case: lk; apply: val_inj; apply: INR_eq => /=; lra.
  by rewrite !mxE; case: Req_EM_T => [h|[]] //=; rewrite mul1r.
rewrite entry; case: (classic (exists l : 'I_n, INR l + 1 = j)) => [[l e]|none].
  rewrite !(bigD1 (P := xpredT) l) //= !mxE; case: Req_EM_T => [h|[]] //=; rewrite !mulr1.
  have zero (F : 'I_n -> R) : (\sum_(i < n | i != l) F i * if Req_EM_T (INR i + 1) j then 1 else 0)%R = 0.
    rewrite big1 // => i /eqP il; case: Req_EM_T => [g|g]; last by rewrite mulr0.
    by case: il; apply: val_inj; apply: INR_eq => /=; lra.
  by rewrite !zero !addr0; exact: (esym (Rplus_0_r _)).
have zero (F : 'I_n -> R) : (\sum_(i < n) F i * if Req_EM_T (INR i + 1) j then 1 else 0)%R = 0.
  by rewrite big1 // => i _; case: Req_EM_T => [g|g]; [case: none; exists i | rewrite mulr0].
by rewrite !zero mul0r; exact: (esym (Rplus_0_r _)).
Qed.

Lemma unit_entry n i : isint i -> 1 <= i -> i <= INR n -> exists k : 'I_n, i = INR k + 1.
Proof.
move=> [z ->] h1; rewrite INR_IZR_INZ => /le_IZR h2; have h3 := le_IZR _ _ (h1 : IZR (Zpos xH) <= IZR z).
have hk : (Z.to_nat (z - 1) < n)%N by apply/ltP; lia.
by exists (Ordinal hk); rewrite INR_IZR_INZ -plus_IZR; congr IZR => /=; lia.
Qed.
Lemma m_unit_same n i : isint i -> 1 <= i -> i <= INR n -> mulm (transm (ecol n i)) (ecol n i) = idm 1.
Proof.
move=> ii h1 h2; have [k e] := unit_entry ii h1 h2.
apply/matrixP => x y; rewrite /mulm mxE (bigD1 k) //= big1 ?addr0; last first.
  move=> l /eqP lk; rewrite !mxE; case: Req_EM_T => [h|h] /=; last by rewrite mul0r.
  by case: lk; apply: val_inj; apply: INR_eq => /=; lra.
by rewrite !mxE !ord1 /=; case: Req_EM_T => [h|[]] /=; rewrite ?mulr1 // e.
Qed.
Lemma m_unit_other n i j : i <> j -> mulm (transm (ecol n i)) (ecol n j) = zerom 1 1.
Proof.
move=> ij; apply/matrixP => x y; rewrite /mulm mxE big1 ?mxE // => l _; rewrite !mxE.
case: Req_EM_T => [h|h] /=; last by rewrite mul0r.
by case: Req_EM_T => [g|g] /=; [case: ij; lra | rewrite mulr0].
Qed.
Lemma m_unit_one i : 1 <= i -> i <= 1 -> ecol 1 i = idm 1.
Proof.
move=> h1 h2; have -> : i = 1 by lra.
by apply/matrixP => x y; rewrite !mxE !ord1 /=; case: Req_EM_T => [h|[]] //; rewrite /=; lra.
Qed.

(* ---- laws of the declared functions ---- *)

(* 0 <= s_i(A) *)
Definition law_spectrum (V : vocabulary) : Prop := forall m n (A : mat m n) (i : R),
  isint i -> 1 <= i -> i <= INR m -> i <= INR n -> 0 <= s V A i.
(* smax, smin, lmax, lmin are the first and the last of the singular values and eigenvalues *)
Definition law_smax (V : vocabulary) : Prop := forall m n (A : mat m n), smax V A = s V A 1.
Definition law_smin (V : vocabulary) : Prop := forall m n (A : mat m n), smin V A = s V A (Rmin (INR m) (INR n)).
Definition law_lmax (V : vocabulary) : Prop := forall n (A : mat n n), transm A = A -> lmax V A = lam V A 1.
Definition law_lmin (V : vocabulary) : Prop := forall n (A : mat n n), transm A = A -> lmin V A = lam V A (INR n).
(* the spectral theorem *)
Definition law_eigenvector (V : vocabulary) : Prop := forall n (A : mat n n) (i : R),
  isint i -> transm A = A -> 1 <= i -> i <= INR n ->
  mulm A (eigenvector V A i) = scalem (lam V A i) (eigenvector V A i) /\
  mulm (transm (eigenvector V A i)) (eigenvector V A i) = idm 1.
(* singular value decomposition *)
Definition law_singular_vectors (V : vocabulary) : Prop := forall m n (A : mat m n) (i : R),
  isint i -> 1 <= i -> i <= INR m -> i <= INR n ->
  [/\ mulm A (right_vector V A i) = scalem (s V A i) (left_vector V A i),
      mulm (transm A) (left_vector V A i) = scalem (s V A i) (right_vector V A i),
      mulm (transm (right_vector V A i)) (right_vector V A i) = idm 1 &
      mulm (transm (left_vector V A i)) (left_vector V A i) = idm 1].
Definition law_norm2 (V : vocabulary) : Prop := forall m n (A : mat m n), 0 <= norm2 V A.
Definition law_maxabs (V : vocabulary) : Prop := forall m n (A : mat m n), 0 <= maxabs V A.
Definition law_cond (V : vocabulary) : Prop := forall m n (A : mat m n),
  1 <= INR m -> 1 <= INR n -> 0 < smax V A -> 1 <= cond V A.
Definition law_rho (V : vocabulary) : Prop := forall n (A : mat n n), 0 <= rho V A.
Definition law_numradius (V : vocabulary) : Prop := forall n (A : mat n n), 0 <= numradius V A.
Definition law_schatten (V : vocabulary) : Prop := forall m n p (A : mat m n), 0 < p -> 0 <= schatten V p A.
(* square root and logarithm of a semidefinite and a definite matrix: the spectral theorem again *)
Definition law_matrix_root (V : vocabulary) : Prop := forall n (A : mat n n), transm A = A -> 0 <= lmin V A ->
  [/\ mulm (sqrtm V A) (sqrtm V A) = A, transm (sqrtm V A) = sqrtm V A & 0 <= lmin V (sqrtm V A)].
Definition law_matrix_logarithm (V : vocabulary) : Prop := forall n (A : mat n n), transm A = A -> 0 < lmin V A ->
  expm (logm V A) = A /\ transm (logm V A) = logm V A.
Definition law_power (V : vocabulary) : Prop := forall x k : R, 0 < k -> 0 <= x -> 0 <= rpow V x k.
Definition law_power_strict (V : vocabulary) : Prop := forall x k : R, 0 < x -> 0 < rpow V x k.
(* u^T X v for unit singular vectors to a simple singular value, u^T X u for a unit eigenvector to a simple eigenvalue *)
Definition law_eigenform (V : vocabulary) : Prop := forall n (A : mat n n) (i : R) (X : mat n n) (u : mat n 1), isint i ->
  simple_lam V A i -> transm A = A -> mulm A u = scalem (lam V A i) u -> mulm (transm u) u = idm 1 ->
  eigenform V A i X = tracem (mulm (mulm (transm u) X) u).
Definition law_singularform (V : vocabulary) : Prop := forall n (A : mat n n) (i : R) (X : mat n n) (u v : mat n 1),
  isint i -> simple_s V A i -> 0 < s V A i -> mulm A u = scalem (s V A i) v -> mulm (transm A) v = scalem (s V A i) u ->
  mulm (transm u) u = idm 1 -> mulm (transm v) v = idm 1 ->
  singularform V A i X = tracem (mulm (mulm (transm u) X) v).
