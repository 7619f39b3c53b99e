"""Every bound on what a stranger may write, so that no text exhausts memory or time.  Each has a one-line error."""

FILE_BYTES = 64 * 1024
FILE_LINE = 2500  # characters of one line of a file: keys with thousands of dots take the TOML reader minutes
LENGTH = 2000  # characters of one expression or domain
NODES = 400  # names, numbers, operators and calls of one expression
DEPTH = 60  # operations inside operations, and brackets inside brackets
SIGNS = 8  # signs in a row, as in --x
DIGITS = 40  # of a number, and the largest decimal exponent
BITS = 1024  # of a number that comes out of arithmetic on numbers
EXPONENT = 100  # of a single power
STEPS = 50  # of an iteration
FACTORS = 12  # of a whole power of a matrix
DEGREE = 10_000  # of nested powers together
DIMENSION = 64  # of a variable
UNSAID = "integer({}, 4)"  # of a size of which no range is given, from its least value
SIZE = 256  # of a matrix that is computed, as by kron
INTEGER = 10_000  # modulus of the bounds of an integer variable that is no dimension
NAME = 24  # characters of a variable's name
VARIABLES = 40
CLAUSES = 20  # lines in `given`, and in `claim`
CHOICES = 256  # choices of dimensions at which sizes are compared
TITLE = 200  # characters of a conjecture's name
UNFOLDED = 30_000  # parts of a clause written out, as certificates have it
DEFINITIONS = 20
