from brocante.cli import main

main(prog_name="brocante")
