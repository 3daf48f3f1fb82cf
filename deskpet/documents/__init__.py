"""Text of files: PDF, Office, web and text. Untrusted formats are parsed in confined child processes."""
