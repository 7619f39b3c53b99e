"""Independent check of certificates about matrices and numbers, with the Python standard library alone.

A certificate carries witnesses (eigenvalues, roots, quadratic forms); nothing here looks for them, they
are verified.  Nothing is shared with the engine that found the instance.  Reading order: `format` (the file),
`text_form`, `exact_numbers`, `witnessed_spectra`, `evaluate`, then the kinds: `violation` and `witness` (`violation`);
`program` is the command.  Other kinds are added by a second program, `lemmata.network_checker`: networks, depth, and
"denial", for which the kernel works.

`python -I -S lemmata/checker FILE` exits 0 if the certificate establishes what it says, 1 if it is well formed
but does not, 2 if it is unreadable, altered, of another schema, or asks for more time or memory than there is.
"""
