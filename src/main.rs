fn main() -> std::process::ExitCode {
    griffon::cli::main()
}
