(* The vocabulary of the statements: functions read off matrices, and what is agreed about them. *)
From Coq Require Import Lia FunctionalExtensionality Epsilon Factorial.
From Lemmata Require Export Matrices Ranges.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.

Definition inv (x : R) : R := / x.
Lemma inv_mul x y : inv (x * y) = inv x * inv y. Proof. exact: Rinv_mult. Qed.
Lemma inv_inv x : inv (inv x) = x. Proof. exact: Rinv_inv. Qed.
Lemma inv_0 : inv 0 = 0. Proof. exact: Rinv_0. Qed.
Lemma inv_1 : inv 1 = 1. Proof. exact: Rinv_1. Qed.
Lemma inv_pow x k : inv (x ^ k) = inv x ^ k.
Proof. by elim: k => [|k IH] /=; rewrite ?inv_1 // inv_mul IH. Qed.

Lemma abs_number x y : 0 <= y -> x = y \/ x = - y -> Rabs x = y.
Proof. by move=> h [->|->]; rewrite ?Rabs_Ropp Rabs_right //; lra. Qed.
Lemma abs_flip x y : x = - y -> Rabs x = Rabs y. Proof. by move=> ->; rewrite Rabs_Ropp. Qed.

(* ---- defined functions ---- *)

Definition normF m n (A : mat m n) : R := sqrt (tracem (mulm (transm A) A)).
Definition rank m n (A : mat m n) : R := INR (mxrank A).
Definition detm n (A : mat n n) : R := (\det A)%R.
Definition invm n (A : mat n n) : mat n n := invmx A.
Definition onesm m n : mat m n := const_mx 1%R.
Definition ecol n (i : R) : mat n 1 := \matrix_(k < n, j < 1) if Req_EM_T (INR k + 1) i then 1%R else 0%R.
Definition diagm n (f : R -> R) : mat n n := \matrix_(k < n, j < n) if k == j then f (INR k + 1) else 0%R.
Definition relum m n (A : mat m n) : mat m n := \matrix_(i < m, j < n) Rmax 0 (A i j).
Definition hadm m n (A B : mat m n) : mat m n := \matrix_(i < m, j < n) (A i j * B i j).
(* the matrix exponential: entries are limits of those of the partial sums *)
Fixpoint powm n (A : mat n n) (k : nat) : mat n n := if k is k.+1 then mulm A (powm A k) else idm n.
Definition limit (u : nat -> R) : R := epsilon (inhabits 0) (Un_cv u).
Definition expm n (A : mat n n) : mat n n :=
  \matrix_(i < n, j < n) limit (sum_f_R0 (fun k => / INR (fact k) * powm A k i j)).
(* the largest of f lo, ..., f hi *)
Definition rmax (lo hi : R) (f : R -> R) : R := if Rle_dec lo hi then over Rmax (f lo) (lo + 1) hi f else 0.

Lemma rmax_eq lo hi f g : (forall i, f i = g i) -> rmax lo hi f = rmax lo hi g.
Proof. by move=> same; rewrite /rmax same; case: Rle_dec => h //; exact: over_eq. Qed.
Lemma Rmax_same x : Rmax x x = x. Proof. exact: Rmax_left (Rle_refl x). Qed.
Lemma Rmin_same x : Rmin x x = x. Proof. exact: Rmin_left (Rle_refl x). Qed.

Lemma diagm_eq n f g : (forall i, f i = g i) -> diagm n f = diagm n g.
Proof. by move=> same; apply/matrixP => i j; rewrite !mxE same. Qed.

Lemma diagm_tr n f : transm (diagm n f) = diagm n f.
Proof. by apply/matrixP => i j; rewrite !mxE eq_sym; case: eqP => // ->. Qed.

Lemma hadm_comm m n (A B : mat m n) : hadm A B = hadm B A.
Proof. by apply/matrixP => i j; rewrite !mxE Rmult_comm. Qed.
Lemma hadm_tr m n (A B : mat m n) : transm (hadm A B) = hadm (transm A) (transm B).
Proof. by apply/matrixP => i j; rewrite !mxE. Qed.
Lemma hadm_addl m n (A B C : mat m n) : hadm (addm A B) C = addm (hadm A C) (hadm B C).
Proof. by apply/matrixP => i j; rewrite !mxE; exact: Rmult_plus_distr_r. Qed.
Lemma hadm_addr m n (A B C : mat m n) : hadm A (addm B C) = addm (hadm A B) (hadm A C).
Proof. by rewrite !(hadm_comm A) hadm_addl. Qed.
Lemma hadm_scalel x m n (A B : mat m n) : hadm (scalem x A) B = scalem x (hadm A B).
Proof. by apply/matrixP => i j; rewrite !mxE; exact: Rmult_assoc. Qed.
Lemma hadm_scaler x m n (A B : mat m n) : hadm A (scalem x B) = scalem x (hadm A B).
Proof. by rewrite !(hadm_comm A) hadm_scalel. Qed.
Lemma hadm_0l m n (A : mat m n) : hadm (zerom m n) A = zerom m n.
Proof. by apply/matrixP => i j; rewrite !mxE; exact: Rmult_0_l. Qed.
Lemma hadm_0r m n (A : mat m n) : hadm A (zerom m n) = zerom m n.
Proof. by rewrite hadm_comm hadm_0l. Qed.

Lemma powm_last n (A : mat n n) k : mulm (powm A k) A = mulm A (powm A k).
Proof. by elim: k => [|k IH] /=; [rewrite /mulm /idm mul1mx mulmx1 | rewrite -{2}IH /mulm mulmxA]. Qed.
Lemma powm_tr n (A : mat n n) k : transm (powm A k) = powm (transm A) k.
Proof.
elim: k => [|k IH] /=; first by rewrite /transm /idm trmx1.
by rewrite -powm_last -IH /transm /mulm trmx_mul.
Qed.
Lemma expm_tr n (A : mat n n) : transm (expm A) = expm (transm A).
Proof.
apply/matrixP => i j; rewrite !mxE; congr (limit (sum_f_R0 _)).
by apply: functional_extensionality => k; rewrite -powm_tr mxE.
Qed.

(* ---- declared functions: total, and arbitrary where they are not defined ---- *)

Record vocabulary := Vocabulary {
  s : forall m n, mat m n -> R -> R;                 (* singular values, from the largest *)
  lam : forall n, mat n n -> R -> R;                 (* eigenvalues of a symmetric matrix, from the largest *)
  smax : forall m n, mat m n -> R;
  smin : forall m n, mat m n -> R;
  lmax : forall n, mat n n -> R;
  lmin : forall n, mat n n -> R;
  cond : forall m n, mat m n -> R;
  norm2 : forall m n, mat m n -> R;
  maxabs : forall m n, mat m n -> R;
  real_eigenvalues : forall n, mat n n -> R;
  eigenform : forall n, mat n n -> R -> mat n n -> R;
  singularform : forall n, mat n n -> R -> mat n n -> R;
  rpow : R -> R -> R;
  rho : forall n, mat n n -> R;
  numradius : forall n, mat n n -> R;
  schatten : forall m n, R -> mat m n -> R;
  sqrtm : forall n, mat n n -> mat n n;
  logm : forall n, mat n n -> mat n n;
  pinv : forall m n, mat m n -> mat n m;
  eigenvector : forall n, mat n n -> R -> mat n 1;     (* unit vectors, one chosen for each value *)
  right_vector : forall m n, mat m n -> R -> mat n 1;
  left_vector : forall m n, mat m n -> R -> mat m 1;
  (* of A + t B + t^2 C at t, differentiable there where the value is simple, and their derivatives *)
  eigenvector_at : forall n, mat n n -> mat n n -> mat n n -> R -> R -> mat n 1;
  eigenvector_rate : forall n, mat n n -> mat n n -> mat n n -> R -> R -> mat n 1;
  right_at : forall m n, mat m n -> mat m n -> mat m n -> R -> R -> mat n 1;
  right_rate : forall m n, mat m n -> mat m n -> mat m n -> R -> R -> mat n 1;
  left_at : forall m n, mat m n -> mat m n -> mat m n -> R -> R -> mat m 1;
  left_rate : forall m n, mat m n -> mat m n -> mat m n -> R -> R -> mat m 1;
  slope_s : forall n, R -> R -> (R -> mat n n) -> R;   (* derivative of a singular value of a family of matrices *)
  slope_lam : forall n, R -> R -> (R -> mat n n) -> R;
  simple_s : forall m n, mat m n -> R -> Prop;
  simple_lam : forall n, mat n n -> R -> Prop
}.
Arguments s v {m n} A i : rename.
Arguments lam v {n} A i : rename.
Arguments smax v {m n} A : rename.
Arguments smin v {m n} A : rename.
Arguments lmax v {n} A : rename.
Arguments lmin v {n} A : rename.
Arguments cond v {m n} A : rename.
Arguments norm2 v {m n} A : rename.
Arguments maxabs v {m n} A : rename.
Arguments real_eigenvalues v {n} A : rename.
Arguments eigenform v {n} A i X : rename.
Arguments singularform v {n} A i X : rename.
Arguments rpow v x y : rename.
Arguments rho v {n} A : rename.
Arguments numradius v {n} A : rename.
Arguments schatten v {m n} p A : rename.
Arguments sqrtm v {n} A : rename.
Arguments logm v {n} A : rename.
Arguments pinv v {m n} A : rename.
Arguments eigenvector v {n} A i : rename.
Arguments right_vector v {m n} A i : rename.
Arguments left_vector v {m n} A i : rename.
Arguments eigenvector_at v {n} A B C i t : rename.
Arguments eigenvector_rate v {n} A B C i t : rename.
Arguments right_at v {m n} A B C i t : rename.
Arguments right_rate v {m n} A B C i t : rename.
Arguments left_at v {m n} A B C i t : rename.
Arguments left_rate v {m n} A B C i t : rename.
Arguments slope_s v {n} i x M : rename.
Arguments slope_lam v {n} i x M : rename.
Arguments simple_s v {m n} A i : rename.
Arguments simple_lam v {n} A i : rename.

Lemma slope_eq (T : Type) (F : (R -> T) -> R) f g : (forall t, f t = g t) -> F f = F g.
Proof. by move=> same; congr F; exact: functional_extensionality. Qed.

(* ---- steps of the kernel ---- *)

Lemma conv_le a b c d : a = c -> b = d -> a <= b -> c <= d. Proof. by move=> -> ->. Qed.
Lemma conv_lt a b c d : a = c -> b = d -> a < b -> c < d. Proof. by move=> -> ->. Qed.
Lemma conv_ne a c : a = c -> a <> 0 -> c <> 0. Proof. by move=> ->. Qed.
Lemma conv_eq (T : Type) (a b c d : T) : a = c -> b = d -> a = b -> c = d. Proof. by move=> -> ->. Qed.
Lemma conv_all lo hi lo' hi' (P Q : R -> Prop) : lo = lo' -> hi = hi' -> (forall i, P i -> Q i) ->
  (forall i, inrange lo hi i -> P i) -> forall i, inrange lo' hi' i -> Q i.
Proof. by move=> -> -> pq all i h; apply: pq; exact: all. Qed.

Lemma times_le c a b : 0 <= c -> a <= b -> 0 <= c * (b + (- 1) * a).
Proof. by move=> h k; apply: Rmult_le_pos; lra. Qed.
Lemma times_lt c a b : 0 < c -> a < b -> 0 < c * (b + (- 1) * a).
Proof. by move=> h k; apply: Rmult_lt_0_compat; lra. Qed.
Lemma times_eq c a b : a = b -> c * (b + (- 1) * a) = 0. Proof. by move=> ->; lra. Qed.
Lemma plus_eq x y : x = 0 -> y = 0 -> x + y = 0. Proof. lra. Qed.
Lemma from_le a b x : b + (- 1) * a = x -> 0 <= x -> a <= b. Proof. lra. Qed.
Lemma from_lt a b x : b + (- 1) * a = x -> 0 < x -> a < b. Proof. lra. Qed.
Lemma from_eq a b x : b + (- 1) * a = x -> x = 0 -> a = b. Proof. lra. Qed.
Lemma eq_nonneg x : x = 0 -> 0 <= x. Proof. lra. Qed.

Lemma int_ind (P : R -> Prop) lo hi : isint lo -> P lo ->
  (forall i, isint i -> lo <= i -> i + 1 <= hi -> P i -> P (i + 1)) -> forall i, isint i -> lo <= i -> i <= hi -> P i.
Proof.
move=> [a ->] base step i [b ->] /le_IZR h top.
have e : IZR b = IZR a + INR (Z.to_nat (b - a)) by rewrite INR_IZR_INZ -plus_IZR; congr IZR; lia.
rewrite e; move: top; rewrite e; elim: (Z.to_nat _) => [|k IH]; first by rewrite Rplus_0_r.
rewrite S_INR -Rplus_assoc => top; have := pos_INR k => pos; apply: step => //; last by apply: IH; lra.
  by apply: isint_add; [exact: isint_IZR | exact: isint_INR].
by lra.
Qed.

Lemma pos_nat_of x : isint x -> 1 <= x -> (0 < nat_of x)%N.
Proof. by move=> i h; apply: pos_of_INR; rewrite INR_nat_of //; lra. Qed.
